// Calls between a customer's page and the workspace over the embedded voice gateway, with audio measured on both sides.
import type { Page } from '@playwright/test';
import { installAudioProbe, tuneCount } from './audioProbe';
import { axeViolations } from './axe';
import { demoAgents, type Agent } from './agent';
import { expect, test } from './telephoneFixture';
import { layoutFaults } from './layout';
import { atTelephone, demoNumbers, DeskTelephone, dial, expectHears, expectSilence, withMicrophone } from './voice';
import { deep, deepIf } from './deep';

test.use({ ...withMicrophone, serverEnvironment: { VOICE_RING_SECONDS: '5' } });

const ringing = (page: Page) => page.getByRole('alertdialog', { name: 'Chamada da fila' });
const bar = (page: Page) => page.getByRole('region', { name: /^Ligação com/ });
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name });

async function answer(agent: Agent): Promise<void> {
  await expect(ringing(agent.page)).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Em ligação');
}

/** The call has ended with a known contact: the qualification opens, and the agent does it later (BEY-030). */
async function qualifyLater(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Qualificar atendimento' });
  await expect(dialog).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Agora não' }).click();
  await expect(dialog).toBeHidden();
}

test('a customer calls, the agent answers, both hear each other, and the agent hangs up with a tone and without qualifying [BEY-030] [NOT-018]', async ({
  agent,
  newTelephone,
}) => {
  await installAudioProbe(agent.page);
  await atTelephone(agent);
  const telephone = await newTelephone('Helena Duarte');
  await telephone.call({ phone: demoNumbers.answers });
  await expect(ringing(agent.page)).toContainText('Helena Duarte');
  await expect(agent.page).toHaveTitle('Chamada recebida…');
  await answer(agent);
  await expect(ringing(agent.page)).toBeHidden();
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);

  await inBar(agent.page, 'Silenciar microfone').click();
  await expectSilence(telephone.page);
  await inBar(agent.page, 'Silenciar microfone').click();
  await expectHears(telephone.page);

  await inBar(agent.page, 'Colocar em espera').click();
  await expect(bar(agent.page)).toContainText('Em espera');
  await expectSilence(agent.page);
  await inBar(agent.page, 'Colocar em espera').click();
  await expect(bar(agent.page)).toContainText('Em ligação');
  await expectHears(agent.page);

  const before = await tuneCount(agent.page);
  await inBar(agent.page, 'Encerrar ligação').click();
  await expect.poll(() => tuneCount(agent.page)).toBe(before + 1);
  await expect(telephone.says('A ligação foi encerrada.')).toBeVisible();
  await qualifyLater(agent.page);
  await expect(inBar(agent.page, 'Qualificar')).toBeVisible();
});

test(
  'given a call, when the customer hangs up, then the call bar shows its end and offers to call again',
  deep,
  async ({ agent, newTelephone }) => {
    await atTelephone(agent);
    const telephone = await newTelephone('Ivo Prado');
    await telephone.call();
    await answer(agent);
    await expectHears(agent.page);
    await telephone.hangUp();
    await expect(bar(agent.page)).toContainText(/Ligação encerrada|Chamada cancelada/);
  },
);

test(
  'given an open qualification, when the agent answers the next call, then the qualification closes and the controls of the call work',
  deep,
  async ({ agent, newTelephone }) => {
    await atTelephone(agent);
    const first = await newTelephone('Ivo Prado');
    await first.call({ phone: demoNumbers.answers });
    await answer(agent);
    await first.hangUp();
    const dialog = agent.page.getByRole('dialog', { name: 'Qualificar atendimento' });
    await expect(dialog).toHaveAccessibleDescription('Atendimento de Helena Duarte');
    await dialog.getByRole('textbox', { name: /Observação/ }).fill('Quer um desconto');
    const second = await newTelephone('Rafael Nunes');
    await second.call();
    await answer(agent);
    await expect(dialog).toBeHidden();
    await expectHears(second.page);
    await agent.page.keyboard.press('F8');
    await expectSilence(second.page);
    await inBar(agent.page, 'Encerrar ligação').click();
    await expect(second.says('A ligação foi encerrada.')).toBeVisible();
  },
);

test(
  'given a ringing call, when the customer hangs up, then the dialog closes and the call is reported as lost [VOI-043]',
  deep,
  async ({ agent, newTelephone }) => {
    await atTelephone(agent);
    const telephone = await newTelephone('Ivo Prado');
    await telephone.call();
    await expect(ringing(agent.page)).toBeVisible();
    await telephone.hangUp();
    await expect(ringing(agent.page)).toBeHidden();
    await expect(agent.notices.getByText(/^Chamada perdida/)).toBeVisible();
    await expect(bar(agent.page)).toBeHidden();
  },
);

test('given a call that the agent refuses, then the customer stays in the queue', async ({ agent, newTelephone }) => {
  await atTelephone(agent);
  const telephone = await newTelephone('Ivo Prado');
  await telephone.call();
  await ringing(agent.page)
    .getByRole('button', { name: /Recusar/ })
    .click();
  await expect(ringing(agent.page)).toBeHidden();
  await expect(telephone.says('Em ligação')).toBeVisible();
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(
    `on a screen of ${width} px the notification of a new call does not cover the controls of the call`,
    deep,
    async ({ agent, newTelephone }) => {
      await agent.page.setViewportSize({ width, height });
      await atTelephone(agent);
      const telephone = await newTelephone('Helena Duarte');
      await telephone.call({ phone: demoNumbers.answers });
      await answer(agent);
      await expect(agent.notices.getByText('Ligação de Helena Duarte')).toBeVisible();
      for (const name of ['Silenciar microfone', 'Colocar em espera', 'Teclado de tons', 'Encerrar ligação'])
        await inBar(agent.page, name).click({ trial: true });
    },
  );

test('given a call, when the agent leaves the page, then the browser asks for confirmation, and an agent who stays keeps the call', async ({
  agent,
  newTelephone,
}) => {
  await atTelephone(agent);
  const telephone = await newTelephone('Helena Duarte');
  await telephone.call();
  await answer(agent);
  const asked = agent.page.waitForEvent('dialog');
  // The agent stays on the page, so this navigation never ends.
  await agent.page.evaluate(() => setTimeout(() => window.location.reload(), 0));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
});

/** Duration of the call on the call bar, in seconds. */
async function shownDuration(page: Page): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d{2})/.exec(await bar(page).innerText()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

test('given a call, when the agent reloads the page, then the call continues with sound both ways and its true duration [BEY-024]', async ({
  agent,
  newTelephone,
}) => {
  await atTelephone(agent);
  const telephone = await newTelephone('Helena Duarte');
  await telephone.call({ phone: demoNumbers.answers });
  await answer(agent);
  const answeredAt = Date.now();
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);

  agent.page.once('dialog', (question) => void question.accept());
  await agent.page.reload();
  await expect(bar(agent.page)).toContainText('Em ligação', { timeout: 20_000 });
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  await expect(telephone.says('Em ligação')).toBeVisible();
  const since = (Date.now() - answeredAt) / 1_000;
  expect(Math.abs((await shownDuration(agent.page)) - since)).toBeLessThan(3);

  // A second reload finds the call in the same way.
  agent.page.once('dialog', (question) => void question.accept());
  await agent.page.reload();
  await expect(bar(agent.page)).toContainText('Em ligação', { timeout: 20_000 });
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  await inBar(agent.page, 'Encerrar ligação').click();
  await expect(telephone.says('A ligação foi encerrada.')).toBeVisible();
});

for (const [number, result] of [
  [demoNumbers.busy, 'Ocupado'],
  [demoNumbers.notAnswered, 'Não atendeu'],
  [demoNumbers.unknown, 'Número não encontrado'],
] as const)
  test(
    `given a manual call to a number that is not answered, then the call bar says '${result}'`,
    deepIf(number !== demoNumbers.busy),
    async ({ agent }) => {
      await atTelephone(agent);
      await dial(agent, number);
      await qualifyLater(agent.page);
      await expect(bar(agent.page)).toContainText(result);
      await expect(inBar(agent.page, 'Ligar de novo')).toBeVisible();
    },
  );

test('given a manual call that is answered, then the agent hears the customer, keys are sent, and the call bar has no axe violations [VOI-065]', async ({
  agent,
}) => {
  await atTelephone(agent);
  await dial(agent, demoNumbers.answers);
  await expect(bar(agent.page)).toContainText('Em ligação', { timeout: 20_000 });
  await expectHears(agent.page);
  await inBar(agent.page, 'Teclado de tons').click();
  await agent.page.keyboard.press('5');
  await expect(agent.page.getByRole('status', { name: 'Tons enviados' })).toHaveText('5');
  await agent.page.keyboard.press('Escape');
  expect(await axeViolations(agent.page)).toEqual([]);
  await inBar(agent.page, 'Encerrar ligação').click();
  await qualifyLater(agent.page);
  await expect(inBar(agent.page, 'Ligar de novo')).toBeVisible();
});

test('given a script with fields, then the values that are not empty are sent with the qualification, and shown in the next call [QUA-022] [QUA-020] [QUA-007]', async ({
  agent,
  newTelephone,
}) => {
  await atTelephone(agent);
  const telephone = await newTelephone('Helena Duarte');
  await telephone.call({ phone: demoNumbers.answers });
  await answer(agent);
  const script = agent.page.getByRole('tabpanel', { name: 'Script' });
  await expect(script).toContainText('Bom dia, Helena Duarte.');
  await script.getByRole('combobox', { name: 'Plano' }).selectOption('Completo');
  await script.getByRole('checkbox', { name: 'Aceita contato' }).check();
  await script.getByRole('textbox', { name: 'Linhas' }).fill('12');
  await script.getByRole('textbox', { name: 'Melhor dia' }).fill('24/11/2026');
  await script.getByRole('textbox', { name: 'Observação' }).fill('ligar à tarde');
  await script.getByRole('textbox', { name: 'Linhas' }).fill('');
  expect(await axeViolations(agent.page)).toEqual([]);

  const qualified = agent.page.waitForRequest(/\/job\/voice\/qualify$/);
  await inBar(agent.page, 'Encerrar ligação').click();
  const dialog = agent.page.getByRole('dialog', { name: 'Qualificar atendimento' });
  await dialog.getByRole('radio', { name: 'Venda > Fechada' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Qualificar' }).click();
  const payload = (await qualified).postDataJSON() as { fields_form: ReadonlyArray<{ id: string; value: string }> };
  expect(Object.fromEntries(payload.fields_form.map(({ id, value }) => [id, value]))).toEqual({
    1: 'Completo',
    2: 'true',
    4: '2026-11-24',
    5: 'ligar à tarde',
  });
  await expect(dialog).toBeHidden();

  await telephone.call({ phone: demoNumbers.answers });
  await answer(agent);
  await expect(script.getByRole('combobox', { name: 'Plano' })).toHaveValue('Completo');
  await expect(script.getByRole('checkbox', { name: 'Aceita contato' })).toBeChecked();
  await expect(script.getByRole('textbox', { name: 'Linhas' })).toHaveValue('');
  await expect(script.getByRole('textbox', { name: 'Observação' })).toHaveValue('ligar à tarde');
});

test(
  'given an idle telephone, when the agent starts the voice test, then the echo is heard over a call that the call bar does not show',
  deep,
  async ({ agent }) => {
    await atTelephone(agent);
    await agent.chooseInOwnMenu('Preferências');
    const preferences = agent.dialog('Preferências');
    await preferences.getByRole('tab', { name: 'Voz' }).click();
    await preferences.getByRole('button', { name: 'Testar minha voz' }).click();
    await expect(preferences.getByText('Gravando: fale agora')).toBeVisible();
    await expect(preferences.getByText('Tocando sua voz')).toBeVisible();
    await expectHears(agent.page);
    await expect(bar(agent.page)).toBeHidden();
    await expect(preferences.getByText('Grava 3 segundos e toca de volta.')).toBeVisible();
    expect(await agent.page.evaluate(() => window.connections.map(({ signalingState }) => signalingState))).toEqual([
      'closed',
    ]);
  },
);

test('given a campaign that a supervisor starts, then the call of a customer who answered rings at the free agent with the script of the campaign', async ({
  agent,
  request,
}) => {
  await atTelephone(agent);
  const signedIn = await request.post('/api/auth/login', { data: { login: 'carla.dias', password: 'supervisora1' } });
  const headers = { authorization: signedIn.headers().authorization ?? '' };
  const started = await request.post('/api/campaign-dialer/6100/start', { headers });
  expect(started.status()).toBe(200);
  const ring = agent.page.getByRole('alertdialog', { name: 'Chamada do discador' });
  await expect(ring).toContainText('Helena Duarte', { timeout: 15_000 });
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Em ligação');
  await expect(bar(agent.page)).toContainText('Renovação de contratos');
  await expectHears(agent.page);
  expect((await request.post('/api/campaign-dialer/6100/pause', { headers })).status()).toBe(200);
  await inBar(agent.page, 'Encerrar ligação').click();
  await qualifyLater(agent.page);
  await expect(agent.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible();
});

test(
  'given a preferential customer who calls, when the agent confirms, then the call rings at the agent [CHN-021] [CHN-022]',
  deep,
  async ({ agent, newTelephone }) => {
    await atTelephone(agent);
    const telephone = await newTelephone('Otávio Ramos');
    await telephone.call({ phone: demoNumbers.kept });
    const question = agent.page.getByRole('alertdialog', { name: 'Contato preferencial' });
    await expect(question).toContainText('Otávio Ramos');
    expect(await axeViolations(agent.page)).toEqual([]);
    await expect(ringing(agent.page)).toBeHidden();
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await expect(question).toBeHidden();
    await answer(agent);
    await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  },
);

test('given a server that is killed and started again, voice is available again automatically, and the next call rings', async ({
  agent,
  newTelephone,
  server,
  complaints,
}) => {
  complaints.expectReport('signallingFailed');
  complaints.expectOutage();
  await atTelephone(agent);
  await server.stop('SIGKILL');
  const voice = agent.page.getByRole('button', { name: /^Voz:/ });
  await expect(voice).not.toHaveAccessibleName(/Disponível/);
  const connected = agent.page.waitForResponse((answer) => answer.url().includes('/channels/voice/connect/'));
  await server.start();
  expect((await connected).ok()).toBe(true);
  await expect(voice).toHaveAccessibleName(/Disponível/, { timeout: 30_000 });
  const telephone = await newTelephone('Helena Duarte');
  await telephone.call({ phone: demoNumbers.answers });
  await answer(agent);
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
});

test('given a desk telephone, connecting is refused while it is off, calls go over it, and voice is disconnected with the reason when it is switched off', async ({
  agent,
  context,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/channels\/voice\/connect/ });
  const { page } = agent;
  await agent.signIn(demoAgents.davi);
  await page.getByRole('button', { name: /^Voz: / }).click();
  await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
  const dialog = agent.dialog('Conectar Voz');
  await dialog.getByRole('textbox', { name: 'Ramal' }).fill('1001');
  await dialog.getByRole('button', { name: 'Conectar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Ramal não registrado');
  const desk = new DeskTelephone(await context.newPage());
  await desk.switchOn('1001');
  expect(await axeViolations(desk.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Conectar' }).click();
  const voice = page.getByRole('button', { name: /^Voz:/ });
  await expect(voice).toHaveAccessibleName(/Disponível/);
  await page.bringToFront();
  await dial(agent, demoNumbers.answers);
  await expect(desk.panel.getByRole('status')).toContainText('Tocando');
  await expect(bar(page).getByRole('status')).toContainText('Tire o fone do gancho');
  // The telephone stays on a narrow screen, below the rest of its page.
  await desk.page.setViewportSize({ width: 390, height: 844 });
  expect(await layoutFaults(desk.page)).toEqual([]);
  await desk.press('Atender');
  await expect(bar(page)).toContainText('Em ligação');
  await expect(bar(page).getByRole('status')).toBeHidden();
  await expect(bar(page).getByRole('img', { name: 'Níveis de áudio' })).toBeHidden();
  await expect(inBar(page, 'Silenciar microfone')).toHaveAttribute('aria-disabled', 'true');
  await expectHears(desk.page);
  await desk.press('Encerrar ligação');
  await qualifyLater(page);
  await desk.says('Ramal 1001 registrado');
  await desk.press('Desligar o aparelho');
  await expect(voice).toHaveAccessibleName(/Desconectado/);
  await voice.click();
  await expect(page.getByText('O telefone do ramal não está registrado')).toBeVisible();
});
