// Alerts for the agent: desktop notification, notification centre, tab title and icon. Sounds are tested in
// sounds.spec.ts.
import type { Locator, Page } from '@playwright/test';
import type { Agent } from './agent';
import { clickNewestNotification, setVisible, shownOn, watchDesktop, withDesktop } from './audioProbe';
import { openConversationWith } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

test.use(withDesktop);

async function openPreferences(agent: Agent): Promise<Locator> {
  await agent.chooseInOwnMenu('Preferências');
  const dialog = agent.dialog('Preferências');
  await dialog.getByRole('tab', { name: 'Notificações' }).click();
  return dialog;
}

/** Fires the event that the browser sends when the agent returns to the window. */
async function focusWindow(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

test('given a message of a hidden conversation, a desktop notification shows the message and a click opens the conversation [CHT-012] [CHT-013] [NOT-012]', async ({
  agent,
  page,
  context,
  newCustomer,
}) => {
  await context.grantPermissions(['notifications']);
  await watchDesktop(page);
  const open = await openConversationWith(agent, newCustomer, 'Alice Moura');
  const other = await newCustomer('Breno Paiva');
  await other.write('Meu pedido não chegou');
  await expect(agent.card('Breno Paiva')).toHaveAccessibleName(/1 mensagem não lida/);
  await open.write('Ainda está aí?');
  await expect(agent.message('Ainda está aí?')).toBeVisible();
  expect((await shownOn(page)).map(({ title, body }) => `${title}: ${body}`)).toEqual([
    'Breno Paiva: Meu pedido não chegou',
  ]);

  await setVisible(page, false);
  await open.write('Posso voltar depois');
  await expect
    .poll(async () => (await shownOn(page)).map(({ title, requireInteraction }) => ({ title, requireInteraction })))
    .toEqual([
      { title: 'Breno Paiva', requireInteraction: false },
      { title: 'Alice Moura', requireInteraction: false },
    ]);
  await setVisible(page, true);
  await other.write('Alô?');
  await expect.poll(async () => (await shownOn(page)).length).toBe(3);
  await clickNewestNotification(page);
  await expect(page.getByRole('main', { name: 'Conversa com Breno Paiva' })).toBeVisible();
  expect((await shownOn(page)).every(({ closed }, index) => closed || index === 0)).toBe(true);
});

test(
  'the switch for chat notifications is stored on the server and prevents desktop notifications [NOT-016] [CHT-014] [SEC-006]',
  deep,
  async ({ agent, page, context, newCustomer }) => {
    await context.grantPermissions(['notifications']);
    await watchDesktop(page);
    await openConversationWith(agent, newCustomer, 'Caio Rocha');
    const saved = page.waitForRequest((request) => request.url().endsWith('/chat-notify-message'));
    const dialog = await openPreferences(agent);
    await dialog.getByRole('checkbox', { name: 'Mensagens de chat' }).click();
    expect((await saved).postDataJSON()).toEqual({ agentId: '101', notify: 0 });
    await agent.escape(dialog);
    await (await newCustomer('Dora Lins')).write('Oi');
    await expect(agent.card('Dora Lins')).toHaveAccessibleName(/1 mensagem não lida/);
    expect(await shownOn(page)).toEqual([]);
    await page.reload();
    await expect(agent.list).toBeVisible();
    await expect((await openPreferences(agent)).getByRole('checkbox', { name: 'Mensagens de chat' })).not.toBeChecked();
  },
);

test('the page requests the permission when it gets the focus, and in a browser that requires a click a banner requests it [RTC-019] [RTC-020]', async ({
  agent,
  page,
}) => {
  await watchDesktop(page, 'default');
  await agent.signIn();
  const banner = page.getByText('Ative as notificações para não perder chamadas');
  const asked = (): Promise<number> => page.evaluate(() => window.desktop.asked);
  expect(await asked()).toBe(0);
  await focusWindow(page);
  await expect(banner).toBeVisible();
  expect(await asked()).toBe(1);
  await page.evaluate(() => {
    window.desktop.permission = 'granted';
  });
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await expect(banner).toBeHidden();
  await focusWindow(page);
  expect(await asked()).toBe(2);
});

test('a browser that refuses desktop notifications shows none, and the preferences say why [NOT-008]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await watchDesktop(page, 'denied');
  await openConversationWith(agent, newCustomer, 'Elisa Prado');
  await focusWindow(page);
  await (await newCustomer('Fábio Nunes')).write('Oi');
  await expect(agent.card('Fábio Nunes')).toHaveAccessibleName(/1 mensagem não lida/);
  expect(await page.evaluate(() => [window.desktop.asked, window.desktop.shown.length])).toEqual([0, 0]);
  await expect(await openPreferences(agent)).toContainText('O navegador bloqueou as notificações.');
});

test('the notification centre counts unread entries, has one entry per attendance and keeps every snackbar [NOT-007] [BEY-058]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await openConversationWith(agent, newCustomer, 'Gilda Maia');
  const other = await newCustomer('Hugo Teles');
  await other.write('um');
  await other.write('dois');
  const bell = page.getByRole('button', { name: /^Notificações/ });
  await expect(bell).toHaveAccessibleName('Notificações, 1 não lida');
  await bell.click();
  const centre = page.getByRole('dialog', { name: 'Notificações' });
  const rows = centre.getByRole('listitem');
  await expect(rows).toHaveText([/2 novas mensagens de Hugo Teles/]);
  await centre.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await centre.getByRole('radio', { name: 'Não lidas' }).click();
  await expect(centre.getByText('Nenhuma notificação')).toBeVisible();
  await centre.getByRole('radio', { name: 'Lidas', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await agent.escape(centre);
  await other.end();
  const note = agent.notices.getByText('O cliente encerrou o chat');
  await expect(note).toBeVisible();
  await expect(agent.notices.getByRole('button', { name: 'Abrir a conversa com Hugo Teles' })).toBeVisible();
  await bell.click();
  await centre.getByRole('radio', { name: 'Todas' }).click();
  await expect(rows).toHaveText([/Hugo Teles\s*Encerrou a conversa/]);
});

test('title and icon of the tab show unread messages [BEY-028]', deep, async ({ agent, page, newCustomer }) => {
  const icon = (): Promise<string> =>
    page
      .locator('link[rel="icon"]')
      .evaluate((link: HTMLLinkElement) =>
        link.href.startsWith('data:image/svg+xml') ? `marked ${link.dataset.mark}` : new URL(link.href).pathname,
      );
  await openConversationWith(agent, newCustomer, 'Iara Campos');
  await expect.poll(icon).toBe('/new-agent/favicon.svg');
  const other = await newCustomer('João Vidal');
  await other.write('Oi');
  await expect(page).toHaveTitle('(1) Atendimentos');
  await expect.poll(icon).toBe('marked unread');
  await agent.openJob('João Vidal');
  await expect(page).toHaveTitle('Atendimentos');
  await expect.poll(icon).toBe('/new-agent/favicon.svg');

  const dialog = await openPreferences(agent);
  await dialog.getByRole('checkbox', { name: 'Tocar até eu abrir um novo atendimento' }).click();
  await agent.escape(dialog);
  await newCustomer('Kátia Lobo');
  await expect(page).toHaveTitle('Novo atendimento: Kátia Lobo');
  await expect.poll(icon).toBe('marked ringing');
  await agent.openJob('Kátia Lobo');
  await expect(page).toHaveTitle('Atendimentos');
});
