// Transfers of calls and conference between two agents, a customer and a number outside, with audio measured on every side (TRF-001 to TRF-030).
import type { Locator, Page } from '@playwright/test';
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { deep } from './deep';
import { expect, test as base } from './telephoneFixture';
import {
  atTelephone,
  demoNumbers,
  expectHears,
  expectSilence,
  type Telephone,
  voiceAgents,
  withMicrophone,
} from './voice';

const test = base.extend<{ colleague: Agent }>({
  colleague: async ({ newAgent }, use) => {
    const colleague = await newAgent();
    await colleague.page.context().grantPermissions(['microphone']);
    await use(colleague);
  },
});

test.use(withMicrophone);
// Time for three pages with sound.
test.describe.configure({ timeout: 120_000 });

const bar = (page: Page): Locator => page.getByRole('region', { name: /^Ligação com/ });
const inBar = (page: Page, name: string | RegExp): Locator => bar(page).getByRole('button', { name });
const offer = (page: Page): Locator => page.getByRole('alertdialog', { name: /^Transferência|^Convite/ });
const choice = (page: Page): Locator => page.getByRole('dialog', { name: 'Transferir ligação' });
const first = ({ name }: { name: string }): string => name.split(' ')[0] ?? name;
const { elisa, fabio } = voiceAgents;

/** The customer talks with Elisa, because only Elisa was connected when the customer called; the colleague is free. */
async function inCall(agent: Agent, colleague: Agent, telephone: Telephone): Promise<void> {
  await atTelephone(agent, elisa);
  await telephone.call({ phone: demoNumbers.answers });
  await expect(agent.page.getByRole('alertdialog', { name: 'Chamada da fila' })).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Em ligação');
  await atTelephone(colleague, fabio);
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
}

/** The agent chooses the colleague and sends the call with a note. */
async function transferTo(
  { page }: Agent,
  { name }: { name: string },
  way: 'Transferir agora' | 'Consultar antes',
  note = '',
): Promise<void> {
  await inBar(page, 'Transferir ligação').click();
  await choice(page).getByRole('combobox', { name: 'Buscar destino' }).fill(name);
  await choice(page)
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .click();
  await choice(page).getByRole('radio', { name: way }).click();
  if (note !== '')
    await choice(page)
      .getByRole('textbox', { name: /^Observação/ })
      .fill(note);
  await page.keyboard.press('Control+Enter');
  await expect(choice(page)).toBeHidden();
}

async function consult(agent: Agent, colleague: Agent, note = ''): Promise<void> {
  await transferTo(agent, fabio, 'Consultar antes', note);
  await expect(offer(colleague.page)).toBeVisible();
  await colleague.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText(`Consulta: você e ${first(fabio)} conversam`);
  await expect(bar(colleague.page)).toContainText(`Consulta: você e ${first(elisa)} conversam`);
}

test('a call is transferred at once with a note: the receiver sees it with the first ring, and customer and receiver hear each other [TRF-006] [TRF-011]', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await transferTo(agent, fabio, 'Transferir agora', 'Quer o segundo boleto');
  await expect(bar(agent.page)).toContainText(`chamando ${first(fabio)}`);
  const ring = offer(colleague.page);
  await expect(ring).toContainText(elisa.name);
  await expect(ring).toContainText('Helena Duarte');
  await expect(ring).toContainText('Quer o segundo boleto');
  await expect(ring).toContainText('Ao aceitar, você fala com Helena.');
  expect(await axeViolations(colleague.page)).toEqual([]);
  // While the agent consults the colleague, the customer hears music.
  await expectHears(telephone.page);
  await colleague.page.keyboard.press('F2');
  await expect(bar(colleague.page)).toContainText('Em ligação');
  await Promise.all([expectHears(colleague.page), expectHears(telephone.page)]);
  await expect(bar(agent.page)).toBeHidden();
  await expect(telephone.says('Em ligação')).toBeVisible();
});

test('a colleague is consulted, the parties are swapped, and the completed transfer leaves customer and colleague talking [TRF-005] [TRF-010]', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await consult(agent, colleague, 'Quer cancelar');
  await expect(bar(agent.page)).toContainText('Cliente em espera');
  await Promise.all([expectHears(agent.page), expectHears(colleague.page), expectHears(telephone.page)]);
  expect(await axeViolations(agent.page)).toEqual([]);

  await inBar(agent.page, /^Alternar/).click();
  await expect(bar(agent.page)).toContainText('Você e Helena conversam');
  await expect(bar(colleague.page)).toContainText('Você em espera');
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);

  await inBar(agent.page, /^Alternar/).click();
  await expect(bar(agent.page)).toContainText(`Consulta: você e ${first(fabio)} conversam`);
  await inBar(agent.page, /^Completar transferência/).click();
  await expect(bar(colleague.page)).toContainText('Em ligação');
  await Promise.all([expectHears(colleague.page), expectHears(telephone.page)]);
  await expect(inBar(agent.page, 'Encerrar ligação')).toBeHidden();
});

test('given a consultation, when it is cancelled by the key, then agent and customer talk again and the colleague is free', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await consult(agent, colleague);
  await agent.page.keyboard.press('Alt+Shift+Z');
  await expect(bar(agent.page)).toContainText('Em ligação');
  await expect(bar(agent.page)).not.toContainText('Consulta');
  await expect(bar(colleague.page)).toBeHidden();
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  await expect(colleague.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible();
});

test(
  'given a ringing colleague, when the agent completes without waiting, then the call is a blind transfer',
  deep,
  async ({ agent, colleague, telephone }) => {
    await inCall(agent, colleague, telephone);
    await transferTo(agent, fabio, 'Consultar antes');
    await expect(offer(colleague.page)).toContainText('quer consultar você antes de transferir');
    await inBar(agent.page, /^Transferir sem esperar/).click();
    await expect(inBar(agent.page, /^Transferir sem esperar/)).toBeHidden();
    await colleague.page.keyboard.press('F2');
    await expect(bar(colleague.page)).toContainText('Em ligação');
    await Promise.all([expectHears(colleague.page), expectHears(telephone.page)]);
    await expect(inBar(agent.page, 'Encerrar ligação')).toBeHidden();
  },
);

test('given a ringing colleague who declines, then the agent reads the reason and has the customer back by a key [TRF-008] [TRF-009]', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await transferTo(agent, fabio, 'Consultar antes');
  await expect(offer(colleague.page)).toBeVisible();
  await offer(colleague.page)
    .getByRole('button', { name: /^Recusar/ })
    .click();
  await expect(offer(colleague.page)).toBeHidden();
  const note = bar(agent.page).getByText(/^A ligação voltou de/);
  await expect(note).toContainText(fabio.name);
  await expect(note).toContainText('Helena continua em espera.');
  await agent.page.keyboard.press('Alt+Shift+Z');
  await expect(note).toBeHidden();
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
});

test('given a conference of three, then all hear each other, and when the owner leaves, the colleague keeps the customer [TRF-028] [TRF-030]', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await consult(agent, colleague);
  await inBar(agent.page, /^Conferência/).click();
  await expect(bar(agent.page)).toContainText('Em conferência: os três se ouvem');
  await Promise.all([expectHears(agent.page), expectHears(colleague.page), expectHears(telephone.page)]);
  await expect(bar(agent.page)).toContainText(`${first(fabio)} fica com o atendimento`);
  expect(await axeViolations(agent.page)).toEqual([]);

  // A muted owner is not heard; the two others still are.
  await inBar(agent.page, 'Silenciar microfone').click();
  await inBar(agent.page, `Silenciar ${first(fabio)}`).click();
  await inBar(agent.page, 'Silenciar Helena').click();
  await expectSilence(colleague.page);
  await inBar(agent.page, 'Silenciar Helena').click();
  await expectHears(colleague.page);
  await inBar(agent.page, `Silenciar ${first(fabio)}`).click();

  await inBar(agent.page, /^Sair da conferência/).click();
  await expect(bar(colleague.page)).toContainText('Em ligação');
  await expect(inBar(colleague.page, 'Encerrar ligação')).toBeVisible();
  await Promise.all([expectHears(colleague.page), expectHears(telephone.page)]);
  await expect(inBar(agent.page, /^Encerrar para todos/)).toBeHidden();
});

test(
  'given a conference, when a person is removed after the question, then agent and customer continue to talk [TRF-029]',
  deep,
  async ({ agent, colleague, telephone }) => {
    await inCall(agent, colleague, telephone);
    await inBar(agent.page, 'Chamar para a conferência').click();
    const dialog = agent.page.getByRole('dialog', { name: 'Chamar para a conferência' });
    await dialog.getByRole('option', { name: new RegExp(`^${fabio.name}`) }).click();
    await dialog.getByRole('button', { name: /^Chamar/ }).click();
    await expect(dialog).toBeHidden();
    await expect(offer(colleague.page)).toHaveAccessibleName('Convite para conferência');
    await colleague.page.keyboard.press('F2');
    await expect(bar(agent.page)).toContainText('Em conferência');
    await inBar(agent.page, `Remover ${first(fabio)} da conferência`).click();
    await agent.page.getByRole('button', { name: 'Remover', exact: true }).click();
    await expect(agent.page.getByText('Conferência finalizada')).toBeVisible();
    await expect(bar(colleague.page)).toBeHidden();
    await expect(inBar(agent.page, 'Encerrar ligação')).toBeVisible();
    await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  },
);

test('given a consultation, when the agent reloads the page, then it shows the same consultation and the customer keeps the music', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await consult(agent, colleague);
  agent.page.once('dialog', (question) => void question.accept());
  await agent.page.reload();
  await expect(bar(agent.page)).toContainText(`Consulta: você e ${first(fabio)} conversam`, { timeout: 20_000 });
  await expect(bar(agent.page)).toContainText('Cliente em espera');
  await Promise.all([expectHears(agent.page), expectHears(colleague.page), expectHears(telephone.page)]);
  await inBar(agent.page, /^Completar transferência/).click();
  await expect(bar(colleague.page)).toContainText('Em ligação');
  await Promise.all([expectHears(colleague.page), expectHears(telephone.page)]);
});

test('given a consultation, when the customer hangs up, then the transfer cannot be completed and neither call bar shows a waiting customer', async ({
  agent,
  colleague,
  telephone,
}) => {
  await inCall(agent, colleague, telephone);
  await consult(agent, colleague);
  await telephone.hangUp();
  await expect(bar(agent.page)).not.toContainText('Cliente em espera');
  await expect(inBar(agent.page, /^Completar transferência/)).toBeHidden();
  await expect(bar(colleague.page)).not.toContainText('Cliente em espera');
});

test(
  'given a ringing transfer, when the customer hangs up, then the ring of the receiver ends',
  deep,
  async ({ agent, colleague, telephone }) => {
    await inCall(agent, colleague, telephone);
    await transferTo(agent, fabio, 'Transferir agora');
    await expect(offer(colleague.page)).toBeVisible();
    await telephone.hangUp();
    await expect(offer(colleague.page)).toBeHidden();
  },
);

test(
  'a call is transferred to a number with the keyboard alone, and seven digits are refused with a reason [TRF-002] [SHELL-013]',
  deep,
  async ({ agent, colleague, telephone }) => {
    const { page } = agent;
    await inCall(agent, colleague, telephone);
    await page.keyboard.press('Alt+Shift+X');
    await expect(choice(page).getByRole('combobox', { name: 'Buscar destino' })).toBeFocused();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type('5511955');
    await expect(choice(page).getByRole('option')).toHaveAccessibleName(/Digite de 8 a 15 números/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(demoNumbers.answers);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await expect(choice(page)).toBeHidden();
    await expect(bar(page)).toContainText('Consulta: você e', { timeout: 20_000 });
    await page.keyboard.press('Alt+Shift+X');
    await page.keyboard.press('Alt+Shift+X');
    await expect(inBar(page, /^Completar transferência/)).toBeHidden();
    await expectHears(telephone.page);
  },
);

test('a call is transferred to a queue, whose next agent gets it with the note and the list of transfers [JOB-040]', async ({
  agent,
  colleague,
  telephone,
}) => {
  const { page } = agent;
  await inCall(agent, colleague, telephone);
  await inBar(page, 'Transferir ligação').click();
  await choice(page)
    .getByRole('option', { name: /^Suporte por telefone/ })
    .click();
  await expect(choice(page).getByRole('radio', { name: 'Consultar antes' })).toBeDisabled();
  await choice(page)
    .getByRole('textbox', { name: /^Observação/ })
    .fill('Sem sinal');
  await choice(page)
    .getByRole('button', { name: /^Transferir para/ })
    .click();
  await expect(choice(page)).toBeHidden();
  const ring = colleague.page.getByRole('alertdialog');
  await expect(ring).toContainText('Helena Duarte');
  await colleague.page.keyboard.press('F2');
  await expect(bar(colleague.page)).toContainText('Em ligação');
  await Promise.all([expectHears(colleague.page), expectHears(telephone.page)]);
  const attendance = colleague.page.locator('#conversation');
  await expect(attendance).toContainText(`${first(elisa)} transferiu para você: Sem sinal`);
  await colleague.details.getByRole('tab', { name: /^Transferências/ }).click();
  const transfers = colleague.details.getByRole('list', { name: 'Transferências' }).getByRole('listitem');
  await expect(transfers).toHaveCount(1);
  await expect(transfers).toContainText(`De ${elisa.name} para Suporte por telefone`);
  await expect(transfers).toContainText('Sem sinal');
});
