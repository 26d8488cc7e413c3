// Signing in and signing out.
import { demoAgents } from './agent';
import { expect, test } from './fixtures';
import { namesOfRecords } from './records';
import { deep } from './deep';

const loginRequest = /^\/api\/auth\/login$/;

test('valid credentials open the workspace, from which the chat is connected [SES-001]', async ({ agent }) => {
  await agent.open();
  const called = agent.page.waitForRequest(
    (request) => request.method() === 'POST' && loginRequest.test(new URL(request.url()).pathname),
  );
  await agent.signIn();
  await called;
  await expect(agent.page).toHaveURL(/\/new-agent\/attendance$/);
  await expect(agent.page.getByRole('button', { name: 'Menu de Ana Souza' })).toBeVisible();
  expect(await agent.token()).not.toBeNull();
  await agent.connectChat();
});

test('given wrong credentials, the sign-in page shows that they are wrong and there is no token [SES-007]', async ({
  agent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 401, path: loginRequest });
  await agent.open('/login');
  await agent.submitCredentials(demoAgents.ana.login, 'outra senha');
  await expect(agent.page.getByText('Usuário ou senha inválidos')).toBeVisible();
  await expect(agent.page).toHaveURL(/\/login$/);
  expect(await agent.token()).toBeNull();
});

test(
  'given a session in another browser, the sign-in page shows that the agent is connected already [SES-008]',
  deep,
  async ({ agent, newAgent, complaints }) => {
    complaints.expectRefusal({ status: 409, path: loginRequest });
    await agent.signIn();
    await expect(agent.page.getByRole('button', { name: 'Conexão: ótima' })).toBeVisible();
    const other = await newAgent();
    await other.open();
    await other.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
    await expect(other.page.getByText('Agente já está conectado')).toBeVisible();
    await expect(other.page).toHaveURL(/\/login$/);
  },
);

test(
  'given a server that is not available, the sign-in page shows that the sign-in failed [SES-009]',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 503, path: loginRequest });
    await agent.page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, body: '' }));
    await agent.open();
    await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
    await expect(agent.page.getByText('Não foi possível realizar o login')).toBeVisible();
    await expect(agent.page).toHaveURL(/\/login$/);
  },
);

test(
  'given an empty field, a message below it says that it is required and nothing is sent [SHELL-027] [SHELL-028]',
  deep,
  async ({ agent }) => {
    const sent: string[] = [];
    agent.page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await agent.open();
    await agent.submitCredentials('ana.souza', '');
    await expect(agent.page.getByText('Esse campo é obrigatório', { exact: true })).toHaveCount(1);
    await expect(agent.page.getByLabel('Senha', { exact: true })).toBeFocused();
    expect(sent.filter((path) => path.startsWith('/api/auth'))).toEqual([]);
  },
);

test('credentials submitted before the core is loaded are not lost', async ({ agent }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await agent.page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await agent.open();
  await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
  await expect(agent.page.getByRole('button', { name: 'Entrar' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(agent.list).toBeVisible();
});

test('the version is shown on the sign-in page and in the user menu [SHELL-009]', async ({ agent }) => {
  await agent.open();
  await expect(agent.page.getByText('Versão 5.0.575')).toBeVisible();
  await agent.signIn();
  await agent.page.getByRole('button', { name: 'Menu de Ana Souza' }).click();
  await expect(agent.page.getByText('Versão 5.0.575')).toBeVisible();
});

test.describe('in an English browser', () => {
  test.use({ locale: 'en-US' });

  test('the language is Portuguese until the agent chooses English on the sign-in page or in the user menu, and the choice is kept [SHELL-003] [SHELL-004] [SHELL-007]', async ({
    agent,
  }) => {
    await agent.open();
    await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    await agent.page.getByRole('radio', { name: 'English' }).click();
    await expect(agent.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await agent.page.reload();
    await expect(agent.page.locator('html')).toHaveAttribute('lang', 'en');
    await agent.page.getByRole('textbox', { name: 'User' }).fill(demoAgents.ana.login);
    await agent.page.getByLabel('Password', { exact: true }).fill(demoAgents.ana.password);
    await agent.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(agent.page.getByRole('heading', { name: 'Conversations' })).toBeVisible();
    await agent.page.getByRole('button', { name: 'Ana Souza’s menu' }).click();
    await agent.page.getByRole('menuitemradio', { name: 'Português' }).click();
    await expect(agent.list).toBeVisible();
  });
});

test('a reload keeps the session', deep, async ({ agent }) => {
  await agent.signIn();
  await agent.connectChat();
  await agent.page.reload();
  await expect(agent.chip('Disponível')).toBeVisible();
});

test('signing out with an open attendance asks for confirmation, and then clears the token even if the server fails [SES-039] [SES-043]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 500, path: /^\/api\/auth\/logoff$/ });
  await agent.page.route('**/api/auth/logoff', (route) => route.fulfill({ status: 500, body: '' }));
  await agent.signIn();
  await agent.connectChat();
  const customer = await newCustomer('Beatriz Nogueira');
  await customer.write('Bom dia');
  await expect(agent.card('Beatriz Nogueira')).toBeVisible();

  await agent.chooseInOwnMenu('Sair');
  const dialog = agent.dialog('Sair com atendimentos abertos');
  await expect(dialog).toContainText('1 atendimento aberto');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(agent.card('Beatriz Nogueira')).toBeVisible();

  await agent.chooseInOwnMenu('Sair');
  await dialog.getByRole('button', { name: 'Sair' }).click();
  await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect(agent.page).toHaveURL(/\/login$/);
  expect(await agent.token()).toBeNull();
});

test(
  'after a log-off the local database contains no data of the agent [PER-004]',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.signIn();
    await agent.connectChat();
    const customer = await newCustomer('Beatriz Nogueira');
    await customer.write('um segredo meu');
    await expect(agent.message('um segredo meu')).toBeVisible();
    await agent.chooseInOwnMenu('Sair');
    await agent.dialog('Sair com atendimentos abertos').getByRole('button', { name: 'Sair' }).click();
    await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    await expect.poll(() => namesOfRecords(agent.page, 'workspace')).toEqual([]);
    await agent.signIn(demoAgents.bruno);
    await expect(agent.list.getByText('Conecte um canal para começar')).toBeVisible();
  },
);

test('a token removed from the storage ends the session, also if another tab removes it [SES-031] [PER-004]', async ({
  agent,
}) => {
  await agent.signIn();
  await agent.connectChat();
  const other = await agent.page.context().newPage();
  // Another page of the same origin clears the storage.
  await other.goto('/outside');
  await other.evaluate(() => localStorage.removeItem('workspace.token'));
  await expect(agent.page).toHaveURL(/\/login$/);
  await expect(agent.page.getByText('Sessão encerrada, token perdido')).toBeVisible();
  await expect.poll(() => namesOfRecords(agent.page, 'workspace')).toEqual([]);
  await agent.page.reload();
  await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect(agent.page.getByText('Sessão encerrada, token perdido')).toHaveCount(0);
});

test('a page outside the product opens in a separate tab without access to this one [SHELL-047] [SHELL-048] [SHELL-049]', async ({
  agent,
  request,
  server,
}) => {
  await agent.signIn();
  await expect(agent.linkIs('ótima')).toBeVisible();
  const signedIn = await request.post('/api/auth/login', { data: { login: 'carla.dias', password: 'supervisora1' } });
  const headers = { authorization: signedIn.headers().authorization ?? '' };
  const shown = async (url: string) => {
    const opening = agent.page.context().waitForEvent('page');
    expect((await request.post(`/api/agents/${demoAgents.ana.id}/open-url`, { headers, data: { url } })).ok()).toBe(
      true,
    );
    return opening;
  };
  const outside = await shown(`${server.origin}/outside`);
  await expect(outside).toHaveURL(`${server.origin}/outside`);
  expect(await outside.evaluate(() => window.opener === null)).toBe(true);
  await outside.close();
  const bare = await shown(`${new URL(server.origin).host}/outside`);
  await expect(bare).toHaveURL(`${server.origin}/outside`);
  await expect(agent.page).toHaveURL(/\/attendance$/);
});

test('signing out works without the network, and deletes all local data', deep, async ({ agent, complaints }) => {
  complaints.expectOutage();
  await agent.signIn();
  await expect(agent.linkIs('ótima')).toBeVisible();
  await agent.page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await agent.chooseInOwnMenu('Sair');
  await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  expect(await agent.token()).toBeNull();
  await expect.poll(() => namesOfRecords(agent.page, 'workspace')).toEqual([]);
});
