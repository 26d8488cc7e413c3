// The supervisor's board: it follows the agents live, a supervisor marks an agent absent and ends a session; the page
// and the server refuse agents without the role.
import type { Locator, Page } from '@playwright/test';
import { demoAgents, demoSupervisor, type Agent } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

const { ana } = demoAgents;

async function openBoard(page: Page, agent: Agent): Promise<Locator> {
  await agent.signIn(demoSupervisor);
  await page.getByRole('link', { name: 'Supervisão' }).click();
  await expect(page).toHaveURL(/\/new-agent\/supervisor$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Supervisão' })).toBeVisible();
  return page.getByRole('row', { name: new RegExp(ana.name) });
}

test(
  'the board shows each situation of an agent: signed in, connected, in attendance, signed out [SEC-002]',
  deep,
  async ({ agent, page, newAgent, newCustomer }) => {
    const row = await openBoard(page, agent);
    await expect(row).toContainText('Ainda não entrou');
    const other = await newAgent();
    await other.signIn();
    await expect(row).toContainText(/Desde \d\d:\d\d/);
    await expect(page.getByRole('radio', { name: /^Conectados 1/ })).toBeVisible();
    await other.connectChat();
    await expect(row).toContainText('Disponível');
    const customer = await newCustomer('Otávio Reis');
    await customer.write('Bom dia');
    await expect(row).toContainText('Em atendimento');
    await expect(page.getByRole('radio', { name: /^Em atendimento 1 1 atendimento aberto/ })).toBeVisible();
    await other.chooseInOwnMenu('Sair');
    await other.dialog('Sair').getByRole('button', { name: 'Sair' }).click();
    await expect(row).toContainText(/Saiu \d\d:\d\d/);
    await expect(row).toContainText('Desconectado');
  },
);

test('a supervisor marks an agent absent, the agent returns, and the board shows both [ABS-001] [ABS-002] [SEC-002]', async ({
  agent,
  page,
  newAgent,
}) => {
  const other = await newAgent();
  await other.atWork();
  const row = await openBoard(page, agent);
  await expect(row).toContainText('Disponível');
  await page.getByRole('button', { name: `Marcar ${ana.name} como ausente` }).click();
  const question = agent.dialog(`Marcar ${ana.name} como ausente?`);
  const marks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/set-absent-mode')) marks.push(request.method());
  });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  // Barrier: every event that was sent to the agent before this answer has arrived.
  await other.page.reload();
  await expect(other.chip('Disponível')).toBeVisible();
  await expect(other.linkIs('ótima')).toBeVisible();
  await expect(other.dialog('Você está ausente')).toBeHidden();
  expect(marks).toEqual([]);
  await page.getByRole('button', { name: `Marcar ${ana.name} como ausente` }).click();
  await question.getByRole('button', { name: 'Marcar ausente' }).click();
  await expect(agent.notices).toContainText(`${ana.name} está em modo ausente`);
  // The snackbar is in the top bar, above the board.
  const board = await page.getByRole('main').boundingBox();
  const snackbar = await agent.notices.getByRole('status').first().boundingBox();
  expect((snackbar?.y ?? Infinity) + (snackbar?.height ?? 0)).toBeLessThanOrEqual(board?.y ?? 0);
  await expect(row).toContainText(/Ausente · \d\d:\d\d/);
  await expect(page.getByRole('radio', { name: /^Ausentes 1/ })).toBeVisible();
  const asked = other.dialog('Você está ausente');
  await expect(asked).toContainText(`${demoSupervisor.name} marcou você como ausente`);
  await asked.getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(asked).toBeHidden();
  await expect(row).not.toContainText('Ausente');
  await expect(page.getByRole('radio', { name: /^Ausentes 0/ })).toBeVisible();
  // The supervisor can also remove the absence mark.
  await page.getByRole('button', { name: `Marcar ${ana.name} como ausente` }).click();
  await question.getByRole('button', { name: 'Marcar ausente' }).click();
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: `Remover a ausência de ${ana.name}` }).click();
  await agent.dialog(`Remover a ausência de ${ana.name}?`).getByRole('button', { name: 'Remover ausência' }).click();
  await expect(asked).toBeHidden();
});

test('given a supervisor ends a session, the sign-in page shows the reason [SES-037]', async ({
  agent,
  page,
  newAgent,
}) => {
  const other = await newAgent();
  await other.signIn();
  const row = await openBoard(page, agent);
  await page.getByRole('button', { name: `Encerrar a sessão de ${ana.name}` }).click();
  await agent.dialog(`Encerrar a sessão de ${ana.name}?`).getByRole('button', { name: 'Encerrar sessão' }).click();
  await expect(agent.notices).toContainText(`A sessão de ${ana.name} foi encerrada`);
  await expect(other.page.getByText('Você foi desconectado pelo sistema')).toBeVisible();
  await expect(other.page).toHaveURL(/\/login$/);
  await expect(row).toContainText(/Saiu/);
});

test('agents are filtered by name, situation and channel, and sorted', deep, async ({ agent, page, newAgent }) => {
  const other = await newAgent();
  await other.atWork();
  await openBoard(page, agent);
  const names = page.getByRole('rowheader');
  await expect(names).toHaveText([/Ana Souza/, /Bruno Lima/, /Davi Rocha/, /Elisa Prado/, /Fábio Reis/]);
  await page.getByRole('searchbox', { name: 'Buscar agente' }).fill('bruno');
  await expect(names).toHaveText([/Bruno Lima/]);
  await page.getByRole('radio', { name: /^Disponíveis/ }).click();
  await expect(page.getByText('Nenhum agente encontrado')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(names).toHaveCount(5);
  await page.getByRole('radio', { name: /^Disponíveis/ }).click();
  await expect(names).toHaveText([/Ana Souza/]);
  await page.getByRole('radio', { name: /^Conectados/ }).click();
  await page.getByRole('button', { name: 'Ocultar Chat', exact: true }).click();
  await page.getByRole('button', { name: 'Ocultar WhatsApp', exact: true }).click();
  await expect(names).toHaveText([/Davi Rocha/, /Elisa Prado/, /Fábio Reis/]);
});

test('given a lost link, the board shows that it is not current, and is updated again after a reconnect', async ({
  agent,
  page,
  newAgent,
  server,
  complaints,
}) => {
  complaints.expectOutage();
  const row = await openBoard(page, agent);
  await expect(page.getByText('Ao vivo')).toBeVisible();
  await server.stop('SIGKILL');
  await expect(page.getByText(/^Reconectando: o que você vê é de/)).toBeVisible();
  await server.start();
  await agent.networkIsBack();
  await expect(page.getByText('Ao vivo')).toBeVisible({ timeout: 20_000 });
  const other = await newAgent();
  await other.signIn();
  await expect(row).toContainText(/Desde/);
});

test('an agent without the role sees the attendances and a snackbar with the reason; the server refuses too [SEC-002] [SEC-014]', async ({
  agent,
  page,
  complaints,
}) => {
  await agent.signIn();
  await expect(page.getByRole('link', { name: 'Supervisão' })).toHaveCount(0);
  const token = await agent.token();
  await page.goto('/new-agent/supervisor');
  await expect(page).toHaveURL(/\/attendance$/);
  await expect(agent.notices).toContainText('Só supervisores veem a página de supervisão.');
  const authorization = `Bearer ${token ?? ''}`;
  for (const path of ['supervisor/201/board', `supervisor/${ana.id}/board`]) {
    expect((await page.request.get(`/api/${path}`, { headers: { authorization } })).status()).toBe(403);
  }
  expect(
    (
      await page.request.put(`/api/agents/${demoAgents.bruno.id}/set-absent-mode`, { headers: { authorization } })
    ).status(),
  ).toBe(403);
  expect(
    (
      await page.request.post(`/api/agents/${demoAgents.bruno.id}/force-disconnect`, { headers: { authorization } })
    ).status(),
  ).toBe(403);
  complaints.expectRefusal({ status: 403, path: /^\/api\// });
});

test(
  'the board fits a wide, a laptop, a tablet and a phone screen, and every control can be reached',
  deep,
  async ({ agent, page, newAgent }) => {
    const other = await newAgent();
    await other.signIn(demoAgents.davi);
    await agent.signIn(demoSupervisor);
    await page
      .getByRole('link', { name: /^(Supervisão|Equipe)$/ })
      .filter({ visible: true })
      .click();
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1024, 768],
      [390, 844],
    ] as const)
      await test.step(`${width}x${height}`, async () => {
        await page.setViewportSize({ width, height });
        await expect(page.getByText(demoAgents.davi.name, { exact: true })).toBeVisible();
        const scroll = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(scroll).toBe(0);
        const cut = await page
          .getByRole('radio')
          .locator('span')
          .evaluateAll((parts) =>
            parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0),
          );
        expect(cut, 'labels that are cut').toEqual([]);
        await page.getByRole('button', { name: `Encerrar a sessão de ${demoAgents.davi.name}` }).click({ trial: true });
      });
  },
);
