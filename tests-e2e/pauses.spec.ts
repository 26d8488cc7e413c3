// Pauses: started, ended, scheduled while attendances are open, and over their limit.
import type { Page } from '@playwright/test';
import { demoAgents, type Agent } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

const titleOf = { general: 'Pausar canais', chat: 'Pausar Chat' } as const;

function bar(agent: Agent, name: string | RegExp) {
  return agent.page.getByRole('banner').getByRole('button', { name, exact: typeof name === 'string' });
}

async function choose(agent: Agent, kind: keyof typeof titleOf, reason: string, button: string): Promise<void> {
  const dialog = agent.dialog(titleOf[kind]);
  await dialog.getByRole('radio', { name: new RegExp(`^${reason}`) }).click();
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

async function chooseInChip(agent: Agent, entry: string): Promise<void> {
  await agent.page.getByRole('button', { name: /^Chat: / }).click();
  await agent.page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The requests about pauses that the page sends, as method and path. */
function pauseRequests(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/pauses/')) calls.push(pathname);
  });
  return calls;
}

test('the general dialog pauses the connected channels with a reason; the chip names the pause, and one click ends it [PAU-005] [PAU-007] [PAU-010] [SHELL-010]', async ({
  agent,
}) => {
  await agent.signIn();
  await expect(bar(agent, 'Pausar')).toHaveAttribute('aria-disabled', 'true');
  await agent.connectChat();
  const calls = pauseRequests(agent.page);
  await bar(agent, 'Pausar').click();
  const dialog = agent.dialog(titleOf.general);
  await expect(dialog.getByRole('checkbox', { name: 'Chat' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /^Café/ })).toContainText('até 15 minutos');
  // The pause that starts at login cannot be chosen.
  await expect(dialog.getByRole('radio', { name: /login/ })).toHaveCount(0);
  await choose(agent, 'general', 'Café', 'Pausar agora');
  await expect(agent.chip('Café')).toBeVisible();
  await expect(agent.list.getByText('Você está em pausa.')).toBeVisible();
  await agent.chip('Café').click();
  await expect(agent.page.getByRole('menu')).toContainText(/Desde \d\d:\d\d.*Pausa Café, limite às \d\d:\d\d/);
  await agent.escape(agent.page.getByRole('menu'));
  await bar(agent, 'Sair da pausa').click();
  await expect(agent.chip('Disponível')).toBeVisible();
  await expect(bar(agent, 'Pausar')).toBeVisible();
  expect(calls).toEqual(['/api/pauses/chat/enter/agent/101', '/api/pauses/chat/leave/agent/101']);
});

test(
  'a channel is paused and its pause ended from its own menu, and a reload keeps the pause',
  deep,
  async ({ agent }) => {
    await agent.atWork();
    await chooseInChip(agent, 'Pausar');
    await choose(agent, 'chat', 'Almoço', 'Pausar agora');
    await expect(agent.chip('Almoço')).toBeVisible();
    await agent.page.reload();
    await expect(agent.chip('Almoço')).toBeVisible();
    await chooseInChip(agent, 'Sair da pausa');
    await expect(agent.chip('Disponível')).toBeVisible();
  },
);

test(
  'with an open attendance the pause is scheduled, and one click cancels it [PAU-008] [PAU-011] [BEY-040] [BEY-041]',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    const customer = await newCustomer('Davi Moraes');
    await customer.write('Bom dia');
    await expect(agent.chip('Em atendimento')).toBeVisible();
    await bar(agent, 'Pausar').click();
    await expect(
      agent.dialog(titleOf.general).getByText('Chat tem 1 atendimento aberto: a pausa será agendada.'),
    ).toBeVisible();
    await choose(agent, 'general', 'Almoço', 'Agendar pausa');
    const next = bar(agent, /^Depois: pausa Almoço/);
    await expect(next).toHaveText('Depois: pausa Almoço');
    await agent.chip('Pausa agendada').click();
    await expect(agent.page.getByRole('menu')).toContainText('A pausa Almoço começa quando 1 atendimento terminar');
    await agent.escape(agent.page.getByRole('menu'));
    await next.click();
    await expect(agent.chip('Em atendimento')).toBeVisible();
    await expect(next).toHaveCount(0);
  },
);

test('a scheduled pause begins when the last attendance ends, and the notification centre shows name and channel [PAU-013] [PAU-030]', async ({
  agent,
  newCustomer,
}) => {
  await agent.atWork();
  const customer = await newCustomer('Elisa Prado');
  await customer.write('Bom dia');
  await expect(agent.chip('Em atendimento')).toBeVisible();
  await chooseInChip(agent, 'Pausar');
  await choose(agent, 'chat', 'Café', 'Agendar pausa');
  await expect(bar(agent, /^Depois: pausa Café/)).toBeVisible();
  await customer.end();
  await expect(agent.chip('Café')).toBeVisible();
  await expect(bar(agent, 'Sair da pausa')).toBeVisible();
  await expect(bar(agent, /^Próximo/)).toHaveCount(0);
  const notice = await agent.notification('Pausa Café em Chat');
  await expect(notice).toBeVisible();
  await expect(notice).toContainText(/\d\d:\d\d/);
});

test('given a pause that exceeds its limit, one dialog offers to end or to continue the pause [PAU-029] [SHELL-015]', async ({
  agent,
}) => {
  // Pause reasons like the server's, with a limit short enough for a test.
  await agent.page.route('**/api/pauses/agent/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as {
      data: { maxDurationSeconds: number }[];
      activePauses?: Record<string, { maxDurationSeconds: number } | null>;
    };
    for (const pause of [...body.data, ...Object.values(body.activePauses ?? {})])
      if (pause !== null) pause.maxDurationSeconds = 2;
    await route.fulfill({ response, json: body });
  });
  await agent.atWork();
  await bar(agent, 'Pausar').click();
  await choose(agent, 'general', 'Café', 'Pausar agora');
  const alert = agent.page.getByRole('alertdialog', { name: 'A pausa passou do tempo' });
  await expect(alert).toContainText('Chat: o limite da pausa Café é de 1 minuto.');
  await alert.getByRole('button', { name: 'Continuar em pausa' }).click();
  await expect(alert).toBeHidden();
  await agent.chip('Café').click();
  await expect(agent.page.getByRole('menu')).toContainText('passou do limite');
  await agent.escape(agent.page.getByRole('menu'));
  await agent.page.reload();
  await expect(agent.chip('Café')).toBeVisible();
  await bar(agent, 'Sair da pausa').click();
  await expect(agent.chip('Disponível')).toBeVisible();

  await bar(agent, 'Pausar').click();
  await choose(agent, 'general', 'Almoço', 'Pausar agora');
  await alert.getByRole('button', { name: 'Sair da pausa' }).click();
  await expect(alert).toBeHidden();
  await expect(agent.chip('Disponível')).toBeVisible();
});

test('pause reasons that failed to load can be requested again; a refused pause shows why and the dialog stays open [PAU-021] [PAU-024]', async ({
  agent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 503, path: /^\/api\/pauses\/agent\/101$/ });
  complaints.expectRefusal({ status: 409, path: /^\/api\/pauses\/chat\/enter\/agent\/101$/ });
  await agent.page.route('**/api/pauses/agent/*', (route) => route.fulfill({ status: 503, body: '' }));
  await agent.page.route('**/api/pauses/chat/enter/**', (route) =>
    route.fulfill({ status: 409, json: { cause: 'notNow' } }),
  );
  await agent.atWork();
  await bar(agent, 'Pausar').click();
  const dialog = agent.dialog(titleOf.general);
  await expect(dialog.getByText('Não foi possível carregar os motivos de pausa.')).toBeVisible();
  await agent.page.unroute('**/api/pauses/agent/*');
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await dialog.getByRole('radio', { name: /^Café/ }).click();
  await dialog.getByRole('button', { name: 'Pausar agora' }).click();
  await expect(agent.page.getByText('Não é possível colocar em pausa neste momento.')).toBeVisible();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pausar agora' })).not.toHaveAttribute('aria-busy', 'true');
});

test(
  'on a phone the menu of the channel contains the pauses, and the top bar does not shift when it opens',
  deep,
  async ({ agent }) => {
    await agent.page.setViewportSize({ width: 390, height: 844 });
    // Signed in through the form: before the first click the top bar shows an icon for blocked sound.
    await agent.signIn();
    await agent.connectChat();
    await expect(bar(agent, 'Pausar')).toBeHidden();
    const controls = agent.page.getByRole('banner').getByRole('button');
    const places = () => controls.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
    const before = await places();
    await agent.page.getByRole('button', { name: /^Chat: / }).click();
    await expect(agent.page.getByRole('menuitem', { name: 'Pausar', exact: true })).toBeVisible();
    expect(await places()).toEqual(before);
    await agent.page.getByRole('menuitem', { name: 'Pausar', exact: true }).click();
    await choose(agent, 'chat', 'Café', 'Pausar agora');
    await expect(agent.chip('Café')).toBeVisible();
  },
);

test(
  'several channels are paused and resumed by one request, and each separately [PAU-004]',
  deep,
  async ({ agent }) => {
    await agent.signIn(demoAgents.davi);
    const chip = (channel: string, status: string) =>
      agent.page.getByRole('button', { name: new RegExp(`^${channel}: ${status}`) });
    for (const channel of ['WhatsApp', 'Chat']) {
      await chip(channel, 'Desconectado').click();
      await agent.page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
      await expect(chip(channel, 'Disponível')).toBeVisible();
    }
    const calls = pauseRequests(agent.page);
    await bar(agent, 'Pausar').click();
    // Voice is not connected.
    await expect(agent.dialog(titleOf.general).getByRole('checkbox', { name: 'Voz' })).not.toBeChecked();
    await choose(agent, 'general', 'Café', 'Pausar agora');
    await expect(chip('WhatsApp', 'Café')).toBeVisible();
    await expect(chip('Chat', 'Café')).toBeVisible();
    await bar(agent, 'Sair da pausa').click();
    await expect(chip('WhatsApp', 'Disponível')).toBeVisible();
    await expect(chip('Chat', 'Disponível')).toBeVisible();

    await bar(agent, 'Pausar').click();
    await agent.dialog(titleOf.general).getByRole('checkbox', { name: 'Chat' }).click();
    await choose(agent, 'general', 'Almoço', 'Pausar agora');
    await expect(chip('WhatsApp', 'Almoço')).toBeVisible();
    await expect(chip('Chat', 'Disponível')).toBeVisible();
    await chooseInChip(agent, 'Pausar');
    await choose(agent, 'chat', 'Feedback', 'Pausar agora');
    await expect(chip('Chat', 'Feedback')).toBeVisible();
    await expect(chip('WhatsApp', 'Almoço')).toBeVisible();
    await chooseInChip(agent, 'Sair da pausa');
    await expect(chip('Chat', 'Disponível')).toBeVisible();
    await expect(chip('WhatsApp', 'Almoço')).toBeVisible();
    expect(calls).toEqual(
      ['all/enter', 'all/leave', 'whatsapp/enter', 'chat/enter', 'chat/leave'].map(
        (call) => `/api/pauses/${call}/agent/103`,
      ),
    );
  },
);
