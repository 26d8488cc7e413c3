// A supervisor in a call: listens, whispers to the agent, joins, leaves, and takes the attendance over, with audio measured on every side (BEY-136, BEY-137);
// and the rules of the org unit for it.
import type { Locator, Page } from '@playwright/test';
import { type Agent, demoSupervisor } from './agent';
import { axeViolations } from './axe';
import { changeRows } from './database.mjs';
import { deep } from './deep';
import type { Server } from './fixtures';
import { expect, test } from './telephoneFixture';
import {
  atTelephone,
  demoNumbers,
  expectHears,
  expectSilence,
  keepConnections,
  type Telephone,
  voiceAgents,
  withMicrophone,
} from './voice';

test.use(withMicrophone);
// Three pages with sound.
test.describe.configure({ timeout: 180_000 });

const { elisa, fabio } = voiceAgents;
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
  expect(await axeViolations(page)).toEqual([]);

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
  expect(await axeViolations(page)).toEqual([]);

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

/** The operator makes Fábio a supervisor with a telephone; the supervisor of the demo has none. */
async function makeSupervisor(server: Server): Promise<void> {
  await server.stop();
  await changeRows(server.dataDirectory, (table, row: { login?: string; record?: { role: string } }) => {
    if (table === 'agent' && row.login === fabio.login && row.record !== undefined) row.record.role = 'supervisor';
  });
  await server.start();
}

/** Elisa talks with the customer, whom Fábio hears from the board; his own telephone is connected. */
async function listens({
  agent,
  supervisor,
  telephone,
  server,
}: {
  agent: Agent;
  supervisor: Agent;
  telephone: Telephone;
  server: Server;
}): Promise<Locator> {
  await makeSupervisor(server);
  await atTelephone(agent, elisa);
  await telephone.call({ phone: demoNumbers.answers });
  await expect(agent.page.getByRole('alertdialog', { name: 'Chamada da fila' })).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Em ligação');
  const { page } = supervisor;
  await page.context().grantPermissions(['microphone']);
  await atTelephone(supervisor, fabio);
  await page.getByRole('link', { name: 'Supervisão' }).click();
  await page.getByRole('button', { name: `Acompanhar a ligação de ${elisa.name}` }).click();
  const drawer = page.getByRole('complementary', { name: `Ligação de ${elisa.name}` });
  await expect(drawer.getByRole('radio', { name: /^Ouvir/ })).toBeChecked({ timeout: 20_000 });
  await expectHears(page);
  return drawer;
}

/** Two presses of the button of the drawer, then the supervisor's own telephone rings. */
async function takesOver({ page }: Agent, drawer: Locator): Promise<Locator> {
  await drawer.getByRole('button', { name: 'Assumir', exact: true }).click();
  await drawer.getByRole('button', { name: 'Assumir mesmo' }).click();
  const ring = page.getByRole('alertdialog', { name: /^Transferência/ });
  await expect(ring).toContainText('Helena Duarte');
  return ring;
}

test('a supervisor with a telephone takes the call over: the agent has the customer until the answer, then supervisor and customer talk [BEY-137]', async ({
  agent,
  newAgent,
  telephone,
  server,
}) => {
  const supervisor = await newAgent();
  const drawer = await listens({ agent, supervisor, telephone, server });
  await takesOver(supervisor, drawer);
  await expect(bar(agent.page)).toContainText('chamando Fábio');
  expect(await axeViolations(supervisor.page)).toEqual([]);
  await supervisor.page.keyboard.press('F2');
  await expect(bar(supervisor.page)).toContainText('Em ligação');
  await expect(drawer).toBeHidden();
  await expect(bar(agent.page)).toBeHidden();
  await Promise.all([expectHears(supervisor.page), expectHears(telephone.page)]);
  // The supervisor's own microphone is the one that the customer hears, and the agent is out of the call.
  await supervisor.page.getByRole('button', { name: 'Silenciar microfone' }).click();
  await expectSilence(telephone.page);
  await supervisor.page.getByRole('button', { name: 'Silenciar microfone' }).click();
  await expectHears(telephone.page);
});

test(
  'given a supervisor who declines the ring of the own take-over, then the agent takes the customer back and the supervisor goes on listening',
  deep,
  async ({ agent, newAgent, telephone, server }) => {
    const supervisor = await newAgent();
    const drawer = await listens({ agent, supervisor, telephone, server });
    const ring = await takesOver(supervisor, drawer);
    await ring.getByRole('button', { name: /^Recusar/ }).click();
    await expect(ring).toBeHidden();
    await expect(bar(agent.page)).toContainText(`A ligação voltou de ${fabio.name}: A ligação foi recusada.`);
    await agent.page.keyboard.press('Alt+Shift+Z');
    await expect(bar(agent.page)).toContainText('Helena está de volta com você.');
    await Promise.all([expectHears(agent.page), expectHears(telephone.page), expectHears(supervisor.page)]);
    await expect(drawer.getByRole('radio', { name: /^Ouvir/ })).toBeChecked();
    await expect(drawer.getByRole('button', { name: 'Assumir', exact: true })).toBeEnabled();
  },
);

test('given the rule that agents are not told, saved on the board, then the agent sees nothing of a supervisor who listens', async ({
  agent,
  newAgent,
  telephone,
}) => {
  const { page, signIn } = await newAgent().then((supervisor) => ({
    page: supervisor.page,
    signIn: () => supervisor.signIn(demoSupervisor),
  }));
  await keepConnections(page);
  await signIn();
  await page.getByRole('link', { name: 'Supervisão' }).click();
  const opener = page.getByRole('button', { name: 'Regras das chamadas' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Regras das chamadas' });
  await expect(dialog.getByRole('checkbox', { name: 'Avisar o agente' })).toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Avisar o agente' }).click();
  await dialog.getByRole('checkbox', { name: 'Ligações entre colegas' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('As regras das chamadas foram salvas')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await atTelephone(agent, elisa);
  await agent.page.getByRole('link', { name: 'Colegas' }).click();
  await expect(agent.page.getByText('Chamadas entre agentes não são permitidas')).toBeVisible();
  await telephone.call({ phone: demoNumbers.answers });
  await expect(agent.page.getByRole('alertdialog', { name: 'Chamada da fila' })).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Em ligação');
  await page.getByRole('button', { name: `Acompanhar a ligação de ${elisa.name}` }).click();
  const drawer = page.getByRole('complementary', { name: `Ligação de ${elisa.name}` });
  await expect(drawer).toContainText('O agente não é avisado', { timeout: 20_000 });
  await expectHears(page);
  await expect(bar(agent.page)).not.toContainText('Supervisor');
});
