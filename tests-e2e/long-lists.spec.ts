// A list becomes long while the agent works in it: from then on only visible rows are rendered, and nothing else
// changes.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { deep } from './deep';

const drawnWhole = 60;

interface Chat {
  protocol: string;
  secret: string;
}

/** The chat of a customer who writes by REST requests, without a page. */
async function begin(page: Page, name: string): Promise<Chat> {
  const { data: queues } = (await (await page.request.get('/outside/api/queues')).json()) as { data: { id: string }[] };
  const started = await page.request.post('/outside/api/chats', {
    data: { name, identifier: `${name.replaceAll(' ', '.')}@exemplo.com.br`, queue: queues[0]?.id },
  });
  expect(started.ok(), name).toBe(true);
  return (await started.json()) as Chat;
}

async function write(page: Page, { protocol, secret }: Chat, number: number): Promise<void> {
  const answer = await page.request.post(`/outside/api/chats/${protocol}/messages`, {
    headers: { authorization: `Bearer ${secret}` },
    data: {
      custom_id: `M${String(number).padStart(9, '0')}`,
      text: `mensagem ${number}${number % 3 === 0 ? ' com palavras para mais de uma linha, como elas vêm'.repeat(4) : ''}`,
    },
  });
  expect(answer.ok(), `message ${number}`).toBe(true);
}

test(
  'a thread that becomes long keeps its scroll position, and counts new messages below',
  deep,
  async ({ agent, page }) => {
    await agent.atWork();
    const chat = await begin(page, 'Rita Moura');
    for (let number = 1; number <= drawnWhole - 1; number += 1) await write(page, chat, number);
    await agent.openJob('Rita Moura');
    await expect(agent.message(`mensagem ${drawnWhole - 1}`)).toBeInViewport();
    await agent.log.hover();
    await page.mouse.wheel(0, -900);
    await expect(agent.conversation.getByRole('button', { name: 'Ir para o fim' })).toBeVisible();
    const read = agent.log.locator('[data-index]').nth(40);
    const places = () =>
      read.evaluate((element) => ({
        isSame: element.classList.contains('marked'),
        top: element.getBoundingClientRect().top,
        scrollTop: element.closest('[role=log]')?.scrollTop,
      }));
    await read.evaluate((element) => element.classList.add('marked'));
    await expect.poll(async () => JSON.stringify(await places()) === JSON.stringify(await places())).toBe(true);
    const before = await places();
    for (let number = drawnWhole; number <= drawnWhole + 3; number += 1) await write(page, chat, number);
    await expect(agent.conversation.getByRole('button', { name: 'Ir para o fim, 4 mensagens novas' })).toBeVisible();
    await expect
      .poll(() => agent.log.locator('[data-index]').count(), 'only what is seen is drawn')
      .toBeLessThan(drawnWhole - 10);
    const marked = agent.log.locator('.marked');
    await expect(marked).toHaveText(/^mensagem 40/);
    const after = await marked.evaluate((element) => element.getBoundingClientRect().top);
    expect(Math.abs(after - before.top)).toBeLessThan(1);
    await agent.conversation.getByRole('button', { name: /^Ir para o fim/ }).click();
    await expect(agent.message(`mensagem ${drawnWhole + 3}`)).toBeInViewport();
  },
);

test('an agent who returns to a long thread sees the same message as before', deep, async ({ agent, page }) => {
  await agent.atWork();
  const chat = await begin(page, 'Rita Moura');
  for (let number = 1; number <= 2 * drawnWhole; number += 1) await write(page, chat, number);
  await agent.openJob('Rita Moura');
  await expect(agent.message(`mensagem ${2 * drawnWhole}`)).toBeInViewport();
  await agent.log.hover();
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -400);
  /** The first message below the top of the log, and how far it is below. */
  const place = () =>
    agent.log.evaluate((log) => {
      const { top } = log.getBoundingClientRect();
      const rows = [...log.querySelectorAll('article')].map((row) => ({
        text: /mensagem \d+/.exec(row.textContent)?.[0] ?? '',
        below: Math.round(row.getBoundingClientRect().top - top),
      }));
      return rows.filter(({ below }) => below >= 0).sort((one, other) => one.below - other.below)[0];
    });
  await expect.poll(async () => JSON.stringify(await place()) === JSON.stringify(await place())).toBe(true);
  const before = await place();
  await page.getByRole('link', { name: 'Histórico' }).first().click();
  await expect(agent.log).toBeHidden();
  await page.goBack();
  await expect.poll(async () => (await place())?.text).toBe(before?.text);
  await expect.poll(async () => Math.abs(((await place())?.below ?? 0) - (before?.below ?? 0))).toBeLessThan(4);
});

test.describe('of attendances', () => {
  test.use({ serverEnvironment: { JOBS_PER_CHANNEL: '100' } });

  test('a list of attendances that becomes long keeps the focus on the same row', async ({ agent, page }) => {
    await agent.atWork();
    const customer = (number: number): string => `Cliente ${String(number).padStart(3, '0')}`;
    for (let number = 1; number <= drawnWhole - 2; number += 1) await begin(page, customer(number));
    const rows = agent.list.locator('[data-item]');
    await expect(agent.card(customer(drawnWhole - 2))).toBeAttached();
    const focused = agent.card(customer(20));
    await focused.focus();
    await focused.evaluate((element) => element.classList.add('marked'));
    for (let number = drawnWhole - 1; number <= drawnWhole + 4; number += 1) await begin(page, customer(number));
    await expect.poll(() => rows.count(), 'only what is seen is drawn').toBeLessThan(drawnWhole - 10);
    await expect(focused).toBeFocused();
    await expect(focused).toHaveClass(/marked/);
    await page.keyboard.press('ArrowDown');
    await expect(agent.list.locator(':focus')).toHaveCount(1);
    await expect(focused).not.toBeFocused();
  });
});
