// The page for a new password, and the dialog in which a signed-in agent changes it.
import type { APIRequestContext, Page } from '@playwright/test';
import { demoAgents } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

const change = /^\/api\/agents\/101\/change-password$/;

/** A supervisor requests a password reset for an agent; returns the link. */
async function linkFor(request: APIRequestContext, agentId: string): Promise<string> {
  const signedIn = await request.post('/api/auth/login', { data: { login: 'carla.dias', password: 'supervisora1' } });
  const authorization = signedIn.headers().authorization ?? '';
  const given = (await (
    await request.post(`/api/agents/${agentId}/reset-password`, { headers: { authorization } })
  ).json()) as { agentId: string; token: string };
  expect((await request.post('/api/auth/logoff', { headers: { authorization } })).ok()).toBe(true);
  return `/reset-password#agent=${given.agentId}&token=${given.token}`;
}

/** Makes the server require a new password of the agent; the old password then only allows that change. */
async function requireNewPassword(request: APIRequestContext, agentId: string): Promise<void> {
  expect((await request.post('/control/reset-password', { data: { agentId } })).ok()).toBe(true);
}

async function typeTwice(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirme a nova senha', { exact: true }).fill(again);
}

const save = (page: Page) => page.getByRole('button', { name: 'Salvar senha' });

test('a supervisor’s link leads to a new password, with which the agent signs in [NAV-003] [SES-053] [SES-057]', async ({
  agent,
  request,
  complaints,
}) => {
  complaints.expectRefusal({ status: 401, path: /^\/api\/auth\/login$/ });
  const { page } = agent;
  await agent.open(await linkFor(request, demoAgents.ana.id));
  await expect(page.getByRole('heading', { level: 1, name: 'Escolha uma nova senha' })).toBeVisible();
  await expect(page).toHaveTitle('Escolha uma nova senha');
  // The token remains neither in the address nor in the history.
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel('Nova senha', { exact: true })).toBeFocused();
  await typeTwice(page, 'nova-senha-1');
  await expect(page.getByRole('listitem').filter({ hasText: 'De 8 a 15 caracteres' })).toContainText('cumprida');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();
  await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
  await expect(page.getByText('Usuário ou senha inválidos')).toBeVisible();
  await agent.submitCredentials(demoAgents.ana.login, 'nova-senha-1');
  await expect(agent.list).toBeVisible();
});

test(
  'a link of an earlier version, with the token in the query, leads to a new password and leaves no token in the address [SES-057]',
  deep,
  async ({ agent, request }) => {
    const { page } = agent;
    await agent.open((await linkFor(request, demoAgents.ana.id)).replace('#', '?'));
    await typeTwice(page, 'nova-senha-1');
    await expect(page).toHaveURL(/\/reset-password$/);
    await save(page).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test('a password that breaks a rule shows the specified message and is not sent [SES-054] [SES-055] [SES-056]', async ({
  agent,
  request,
}) => {
  const { page } = agent;
  const sent: string[] = [];
  page.on('request', (call) => sent.push(new URL(call.url()).pathname));
  await agent.open(await linkFor(request, demoAgents.ana.id));
  await typeTwice(page, '1234567');
  await save(page).click();
  await expect(page.getByLabel('Nova senha', { exact: true })).toHaveAccessibleDescription(
    'Senha deve ter no mínimo 8 caracteres',
  );
  await expect(page.getByLabel('Nova senha', { exact: true })).toBeFocused();
  await typeTwice(page, '1234567890123456');
  await expect(page.getByText('Senha deve ter no máximo 15 caracteres')).toBeVisible();
  await typeTwice(page, 'nova-senha-1', 'nova-senha-2');
  await expect(page.getByLabel('Confirme a nova senha', { exact: true })).toHaveAccessibleDescription(
    'Senhas não conferem',
  );
  await save(page).click();
  await expect(page.getByLabel('Confirme a nova senha', { exact: true })).toBeFocused();
  expect(sent.filter((path) => change.test(path))).toEqual([]);
});

test(
  'without a link or with a used one, the page for a new password says so and links to the sign-in page [SES-057] [SES-032]',
  deep,
  async ({ agent, request, complaints }) => {
    complaints.expectRefusal({ status: 401, path: change });
    const { page } = agent;
    await agent.open('/reset-password');
    await expect(page.getByText('Abra esta página pelo link que o seu supervisor enviou.')).toBeVisible();
    await expect(page.getByText('Sessão encerrada, token perdido')).toHaveCount(0);
    const link = await linkFor(request, demoAgents.ana.id);
    for (const expected of ['used', 'gone']) {
      await agent.open(link);
      await typeTwice(page, 'nova-senha-1');
      await save(page).click();
      if (expected === 'used') await expect(page).toHaveURL(/\/login$/);
    }
    await expect(page.getByText('Este link expirou ou já foi usado. Peça outro ao seu supervisor.')).toBeVisible();
    await page.getByRole('link', { name: 'Ir para a entrada' }).click();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  },
);

test.describe('with fault injection', () => {
  test.use({ serverOptions: { args: ['--faults'] } });

  test(
    'a sign-in that requires a new password leads to the page for it automatically [SES-057]',
    deep,
    async ({ agent, request, complaints }) => {
      complaints.expectRefusal({ status: 409, path: /^\/api\/auth\/login$/ });
      await requireNewPassword(request, demoAgents.ana.id);
      await agent.open();
      await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
      await expect(agent.page).toHaveURL(/\/reset-password$/);
      await typeTwice(agent.page, 'nova-senha-1');
      await save(agent.page).click();
      await expect(agent.page).toHaveURL(/\/login$/);
      await agent.submitCredentials(demoAgents.ana.login, 'nova-senha-1');
      await expect(agent.list).toBeVisible();
    },
  );
});

test('a signed-in agent changes the password and stays signed in', async ({ agent, newAgent, complaints }) => {
  await agent.signIn();
  await agent.chooseInOwnMenu('Alterar senha');
  const dialog = agent.dialog('Escolha uma nova senha');
  await expect(dialog).toBeFocused();
  complaints.expectRefusal({ status: 422, path: change });
  await dialog.getByLabel('Senha atual', { exact: true }).fill('senha-errada-3');
  await typeTwice(agent.page, 'nova-senha-1');
  await dialog.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(dialog.getByLabel('Senha atual', { exact: true })).toHaveAccessibleDescription('Senha atual incorreta');
  await dialog.getByLabel('Senha atual', { exact: true }).fill(demoAgents.ana.password);
  await dialog.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(dialog).toBeHidden();
  await expect(agent.notices.getByText('Senha alterada')).toBeVisible();
  await agent.connectChat();
  await agent.chooseInOwnMenu('Sair');
  const other = await newAgent();
  await other.signIn({ login: demoAgents.ana.login, password: 'nova-senha-1' });
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('the page for a new password fits every width', deep, async ({ agent, request }) => {
      await agent.open(await linkFor(request, demoAgents.ana.id));
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await agent.page.setViewportSize({ width, height });
        await expect(save(agent.page)).toBeInViewport();
        expect(
          await agent.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0);
        await agent.page.screenshot({ path: test.info().outputPath(`reset-${width}.png`) });
      }
    });
  });
}
