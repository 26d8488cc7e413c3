// What the agent sees while the session check gets no answer, and how the agent continues to work.
import type { Page } from '@playwright/test';
import { openConversationWith, exchangeMessages } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

const checks = '**/api/auth/validate';

/** Lets session checks fail. `tried` returns the number of failed checks, `answer` lets the server answer again. */
async function failSessionChecks(page: Page): Promise<{ tried: () => number; answer: () => Promise<void> }> {
  let tried = 0;
  await page.route(checks, async (route) => {
    tried += 1;
    await route.abort('connectionrefused');
  });
  return { tried: () => tried, answer: () => page.unroute(checks) };
}

test(
  'the connection dialog opens after the fifth failed check in a row, not earlier, and closes when a check succeeds [SES-020] [SES-023] [SES-024]',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectOutage();
    const customer = await openConversationWith(agent, newCustomer, 'Fábio Lins');
    await agent.field.fill('Meio escrito');
    const { tried, answer } = await failSessionChecks(agent.page);
    const dialog = agent.page.getByRole('alertdialog', { name: 'Sem acesso à internet' });
    const meter = (state: string) => agent.page.getByRole('button', { name: `Conexão: ${state}`, includeHidden: true });
    for (let check = 1; check <= 5; check += 1) {
      // The page also checks the session by itself, so the test counts the failed checks.
      if (await dialog.isVisible()) expect(tried(), 'the dialog is open').toBeGreaterThanOrEqual(5);
      // Each `online` event starts a session check.
      await agent.networkIsBack();
      await expect.poll(tried).toBeGreaterThanOrEqual(check);
      await expect
        .poll(async () => (tried() < 5 ? await meter('conectando').count() : await meter('perdida').count()))
        .toBe(1);
    }
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Servidor' })).toContainText(
      /Sem conexão · \d+ tentativas/,
    );
    await agent.page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    const before = tried();
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(tried).toBeGreaterThan(before);
    // The server answers only after the click: otherwise a session check of the page itself would succeed and close the
    // dialog.
    await answer();
    await agent.networkIsBack();
    await expect(dialog).toBeHidden();
    await expect(agent.linkIs('ótima')).toBeVisible();
    await expect(agent.field).toHaveValue('Meio escrito');
    await exchangeMessages(agent, customer, []);
  },
);

test('an agent who stops waiting sees the lost-connection page and returns from it to the same attendance [CON-006]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectOutage();
  const customer = await openConversationWith(agent, newCustomer, 'Gisele Nery');
  await agent.field.fill('Meio escrito');
  const { tried, answer } = await failSessionChecks(agent.page);
  const dialog = agent.page.getByRole('alertdialog');
  for (let check = 1; check <= 5; check += 1) {
    await agent.networkIsBack();
    await expect.poll(tried).toBeGreaterThanOrEqual(check);
  }
  await dialog.getByRole('button', { name: 'Sair da espera' }).click();
  await expect(agent.page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
  await expect(agent.page).toHaveURL(/\/lost-connection$/);
  await answer();
  await agent.page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(agent.page.getByRole('main', { name: 'Conversa com Gisele Nery' })).toBeVisible();
  await expect(agent.field).toHaveValue('Meio escrito');
  await agent.field.fill('');
  await exchangeMessages(agent, customer, []);
});

test(
  'the panel of the meter shows each link, the latency and the time of the last reconcile [BEY-010]',
  deep,
  async ({ agent }) => {
    await agent.signIn();
    await agent.linkIs('ótima').click();
    const panel = agent.page.getByRole('dialog', { name: 'Conexão' });
    await expect(panel.getByRole('listitem')).toHaveCount(3);
    await expect(panel.getByRole('listitem').filter({ hasText: 'Sessão' })).toContainText(/Estável · \d+ ms/, {
      timeout: 15_000,
    });
    await expect(panel.getByText(/^Atualizado às \d\d:\d\d:\d\d$/)).toBeVisible();
  },
);

test('after a sleep the channel is not shown as available before the session is checked and the socket opened again [BEY-029]', async ({
  agent,
  page,
  complaints,
}) => {
  complaints.expectOutage();
  await page.clock.install();
  const links: string[] = [];
  page.on('websocket', (socket) => links.push(socket.url()));
  await agent.signIn();
  await agent.connectChat();
  await expect(agent.linkIs('ótima')).toBeVisible();
  const before = links.length;
  // The session check was sent and is not answered yet, because the server may be slow after the sleep too.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(checks, async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.fastForward('01:00:00');
  await expect(agent.chip('Verificando…')).toBeVisible();
  await expect.poll(() => links.length).toBeGreaterThan(before);
  await expect(agent.chip('Verificando…')).toBeVisible();
  answer();
  await expect(agent.chip('Disponível')).toBeVisible({ timeout: 20_000 });
  await expect(agent.linkIs('ótima')).toBeVisible();
});

test('while the server does not answer at the start, the page counts down to the next attempt', async ({
  agent,
  page,
  complaints,
}) => {
  complaints.expectOutage();
  await agent.signIn();
  await page.route(checks, (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^Nova tentativa em \d+ segundos?$/);
  await page.unroute(checks);
  await expect(agent.list).toBeVisible({ timeout: 20_000 });
});
