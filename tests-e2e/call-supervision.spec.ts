// A supervisor in a call: listens, whispers to the agent, joins, and leaves, with audio measured on every side (BEY-136, BEY-137).
import type { Locator, Page } from '@playwright/test';
import { demoSupervisor } from './agent';
import { objections } from './axe';
import { expect, test } from './telephoneFixture';
import {
  atTelephone,
  demoNumbers,
  expectHears,
  expectSilence,
  keepConnections,
  voiceAgents,
  withMicrophone,
} from './voice';

test.use(withMicrophone);
// Three pages with sound.
test.describe.configure({ timeout: 180_000 });

const { elisa } = voiceAgents;
const bar = (page: Page): Locator => page.getByRole('region', { name: /^Ligação com/ });

/** From now on the page sends silence, whatever its microphone hears. */
async function sendSilence(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.connections.forEach((connection) =>
      connection.getSenders().forEach(({ track }) => {
        if (track !== null) track.enabled = false;
      }),
    ),
  );
}

test('a supervisor listens unheard, whispers to the agent only, speaks to all, and leaves the call, which continues [BEY-136] [BEY-137]', async ({
  agent,
  newAgent,
  telephone,
}) => {
  await atTelephone(agent, elisa);
  await telephone.call({ phone: demoNumbers.answers });
  await expect(agent.page.getByRole('alertdialog', { name: 'Chamada da fila' })).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Em ligação');
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);

  const { page, signIn } = await newAgent().then((supervisor) => ({
    page: supervisor.page,
    signIn: () => supervisor.signIn(demoSupervisor),
  }));
  await page.context().grantPermissions(['microphone']);
  await keepConnections(page);
  await signIn();
  await page.getByRole('link', { name: 'Supervisão' }).click();
  const headphones = page.getByRole('button', { name: `Acompanhar a ligação de ${elisa.name}` });
  await headphones.click();
  const drawer = page.getByRole('complementary', { name: `Ligação de ${elisa.name}` });
  const mode = (name: string): Locator => drawer.getByRole('radio', { name: new RegExp(`^${name}`) });
  await expect(mode('Ouvir')).toBeChecked({ timeout: 20_000 });
  await expect(drawer.getByRole('heading', { name: 'Helena Duarte' })).toBeVisible();
  await expect(bar(agent.page)).toContainText('Supervisor ouvindo');
  await expectHears(page);
  expect(await objections(page)).toEqual([]);

  // Only the supervisor's microphone beeps from here on.
  await agent.page.getByRole('button', { name: 'Silenciar microfone' }).click();
  await sendSilence(telephone.page);
  await Promise.all([expectSilence(page), expectSilence(agent.page), expectSilence(telephone.page)]);

  await mode('Orientar').click();
  await expect(mode('Orientar')).toBeChecked();
  await expect(bar(agent.page)).toContainText('Supervisor orientando, o cliente não ouve');
  await Promise.all([expectHears(agent.page), expectSilence(telephone.page)]);
  await expect(drawer.getByRole('img')).toHaveAccessibleName(/Helena ouve Elisa, não ouve você/);

  await mode('Entrar').click();
  await expect(mode('Entrar')).toContainText('Pressione de novo: o cliente vai ouvir você.');
  await mode('Entrar').click();
  await expect(mode('Entrar')).toBeChecked();
  await expect(bar(agent.page)).toContainText('Supervisor na ligação');
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  expect(await objections(page)).toEqual([]);

  await page.keyboard.press('F8');
  await expect(drawer).toContainText('Seu microfone está mudo');
  await Promise.all([expectSilence(agent.page), expectSilence(telephone.page)]);

  // Esc is no way out, the close button is.
  await page.keyboard.press('Escape');
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Sair da ligação' }).click();
  await expect(drawer).toBeHidden();
  await expect(bar(agent.page)).not.toContainText('Supervisor');
  await agent.page.getByRole('button', { name: 'Silenciar microfone' }).click();
  await expectHears(telephone.page);
  await expect(bar(agent.page)).toContainText('Em ligação');

  await headphones.click();
  await expect(mode('Ouvir')).toBeChecked({ timeout: 20_000 });
  await telephone.hangUp();
  await expect(drawer).toContainText('A ligação terminou.');
  await drawer.getByRole('button', { name: 'Fechar' }).click();
  await expect(drawer).toBeHidden();
});
