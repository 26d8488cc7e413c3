// The second factor: setting it up at a sign-in, signing in with it, and what happens in between.
import type { Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { demoAgents } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for this secret now (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test.use({
  serverEnvironment: { SECOND_FACTOR: '1:required', SECOND_FACTOR_KEY: '0123456789abcdef0123456789abcdef' },
});

test.beforeEach(({ complaints }) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/auth\/login$/ });
});

const code = (page: Page) => page.getByLabel('Código do aplicativo');

/** The page shows the secret in groups of four characters. */
async function secretOf(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Proteja sua conta' })).toBeVisible();
  return ((await page.getByTestId('app-secret').textContent()) ?? '').replace(/\s/g, '');
}

/** Sets a second factor up until the agent is at work; returns its recovery codes. */
async function setUp(page: Page): Promise<ReadonlyArray<string>> {
  await code(page).fill(codeOf(await secretOf(page)));
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Códigos de recuperação' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const recovery = await list.getByRole('listitem').allTextContents();
  await page.getByRole('checkbox', { name: 'Guardei os códigos em um lugar seguro' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  return recovery;
}

test('an agent sets up the app at the first sign-in, and later signs in with a recovery code', async ({ agent }) => {
  const { page } = agent;
  await agent.open('/login');
  await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
  const [first = ''] = await setUp(page);
  await expect(agent.list).toBeVisible();
  await agent.chooseInOwnMenu('Sair');
  await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
  await expect(code(page)).toBeFocused();
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByRole('textbox', { name: 'Código de recuperação' }).fill(first.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(agent.list).toBeVisible();
  await expect(page.getByText('Você usou um código de recuperação. Restam 9.').first()).toBeVisible();
});

test(
  'a wrong code is refused with the reason, and the agent returns to the step of the password',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 422, path: /^\/api\/auth\/second-factor$/ });
    const { page } = agent;
    await agent.open('/login');
    await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
    await setUp(page);
    await agent.chooseInOwnMenu('Sair');
    await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
    await code(page).fill('000000');
    await page.keyboard.press('Enter');
    await expect(code(page)).toHaveAccessibleDescription('Código incorreto. Confira o código e a hora do telefone.');
    await page.getByRole('button', { name: 'Voltar para a senha' }).click();
    await expect(page.getByLabel('Usuário')).toHaveValue(demoAgents.ana.login);
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
  },
);

test(
  'a page that is reloaded before the recovery codes were confirmed begins with the password and another secret',
  deep,
  async ({ agent }) => {
    const { page } = agent;
    await agent.open('/login');
    await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
    const secret = await secretOf(page);
    await code(page).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Códigos de recuperação' })).toBeVisible();
    await page.reload();
    await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
    expect(await secretOf(page)).not.toBe(secret);
  },
);
