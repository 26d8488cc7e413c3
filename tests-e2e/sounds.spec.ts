// Sounds of a real AudioContext, in a browser that requires a user gesture (without: sounds-at-once.spec.ts). The
// signal is measured before it reaches the loudspeaker.
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
import { Agent } from './agent';
import {
  soundBlockedLabel,
  installAudioProbe,
  loopCount,
  loudness,
  ringUntilOpened,
  setVisible,
  silentUntilPressed,
  tuneCount,
} from './audioProbe';
import { openConversationWith } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

test.use({
  launchOptions: {
    executablePath: await findBrowser(),
    args: [...launchArguments, '--autoplay-policy=document-user-activation-required'],
  },
});

test('a ring sounds exactly as long as the attendance waits, in a hidden tab too [BEY-026] [BEY-028]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await installAudioProbe(page);
  await openConversationWith(agent, newCustomer, 'Lara Bastos');
  await ringUntilOpened(agent);
  expect(await loopCount(page)).toBe(0);
  await setVisible(page, false);
  const other = await newCustomer('Mauro Diniz');
  await expect.poll(() => loopCount(page)).toBe(1);
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);
  await setVisible(page, true);
  await agent.openJob('Mauro Diniz');
  await expect.poll(() => loopCount(page)).toBe(0);
  await expect.poll(() => loudness(page)).toBe(0);

  await newCustomer('Nádia Couto');
  await expect.poll(() => loopCount(page)).toBe(1);
  await agent.chooseInOwnMenu('Preferências');
  await agent.dialog('Preferências').getByRole('tab', { name: 'Notificações' }).click();
  await agent.dialog('Preferências').getByRole('checkbox', { name: 'Tocar sons' }).click();
  await expect.poll(() => loopCount(page)).toBe(0);
  await agent.dialog('Preferências').getByRole('checkbox', { name: 'Tocar sons' }).click();
  await expect.poll(() => loopCount(page)).toBe(1);
  await other.end();
  expect(await loopCount(page)).toBe(1);
});

test('without a user gesture the page says that sound is blocked; a click allows it and the ring is audible [BEY-027]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await installAudioProbe(page);
  await silentUntilPressed(page);
  await openConversationWith(agent, newCustomer, 'Otto Farias');
  await ringUntilOpened(agent);
  const badge = page.getByRole('button', { name: soundBlockedLabel });
  await expect(badge).toBeHidden();
  await page.reload();
  await expect(badge).toBeVisible();
  await newCustomer('Paula Reis');
  await expect(page).toHaveTitle('Novo atendimento: Paula Reis');
  expect(await page.evaluate(() => window.audioProbe.contexts.length)).toBe(0);
  // Any click allows sound; the badge disappears before a click on it would end.
  await page.keyboard.press('Shift');
  await expect(badge).toBeHidden();
  await expect.poll(() => loopCount(page)).toBe(1);
});

test('sound can be tested on the sign-in page [BEY-027]', deep, async ({ agent, page }) => {
  await installAudioProbe(page);
  await agent.open();
  await page.getByRole('button', { name: 'Testar o som' }).click();
  await expect.poll(() => tuneCount(page)).toBe(1);
  await expect(page.getByText('Se você não ouviu, confira o volume')).toBeVisible();
});

test('only one tab plays sounds [BEY-057]', async ({ agent, page, context, newCustomer }) => {
  await installAudioProbe(page);
  await openConversationWith(agent, newCustomer, 'Quirino Sá');
  const before = await tuneCount(page);
  const second = new Agent(await context.newPage());
  await installAudioProbe(second.page);
  await second.open();
  await expect(page.getByRole('heading', { level: 1, name: 'Esta aba foi desativada' })).toBeVisible();
  await second.openJob('Quirino Sá');
  await (await newCustomer('Rita Prado')).write('Oi');
  await expect(second.card('Rita Prado')).toHaveAccessibleName(/1 mensagem não lida/);
  await expect.poll(() => tuneCount(second.page)).toBeGreaterThan(0);
  expect(await tuneCount(page)).toBe(before);
});

test('each channel has its own sound and volume, and a sample plays them [BEY-057]', deep, async ({ agent, page }) => {
  await installAudioProbe(page);
  await agent.signIn();
  await agent.chooseInOwnMenu('Preferências');
  const dialog = agent.dialog('Preferências');
  await dialog.getByRole('tab', { name: 'Notificações' }).click();
  await dialog.getByRole('combobox', { name: 'Som: Chat' }).selectOption('Grave');
  const volume = dialog.getByRole('slider', { name: 'Volume: Chat' });
  await volume.focus();
  await volume.press('End');
  await expect.poll(() => tuneCount(page)).toBe(1);
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.1);
  await volume.press('Home');
  await expect.poll(() => loudness(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Ouvir: Chat' }).click();
  expect(await tuneCount(page)).toBe(1);
  const kept = await page.evaluate(
    () => JSON.parse(localStorage.getItem('workspace.preferences') ?? '{}') as { alerts: { chat: unknown } },
  );
  expect(kept.alerts.chat).toEqual({ melody: 'low', volume: 0 });
});
