// The customer's page gives the same guarantees as the agent's page: each text arrives once, in the order in which it
// was written, despite faults of the server and the page.
import { openConversationWith, exchangeMessages } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

// Reconnects and retries take several seconds.
test.describe.configure({ timeout: 60_000 });

const messageAddress = '**/outside/api/chats/*/messages';
const messagePath = /^\/outside\/api\/chats\/[^/]+\/messages$/;

test("a customer's messages keep their order when the first of them must be sent again, and arrive once [BEY-002]", async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 503, path: messagePath });
  const customer = await openConversationWith(agent, newCustomer, 'Feliciano Reis');
  const ids: string[] = [];
  await customer.page.route(
    messageAddress,
    async (route) => {
      ids.push((route.request().postDataJSON() as { custom_id: string }).custom_id);
      await route.fulfill({ status: 503, json: {} });
    },
    { times: 1 },
  );
  const repeated = customer.page.waitForRequest(
    (request) => request.method() === 'POST' && messagePath.test(new URL(request.url()).pathname) && ids.length === 1,
  );
  await customer.submit('primeira');
  await customer.submit('segunda');
  expect(((await repeated).postDataJSON() as { custom_id: string }).custom_id).toBe(ids[0]);
  await expect(agent.message('segunda')).toBeVisible();
  await exchangeMessages(agent, customer, ['primeira', 'segunda']);
});

test("a customer's page that is reloaded before the answer sends the message again with its id [BEY-002]", async ({
  agent,
  newCustomer,
}) => {
  const customer = await openConversationWith(agent, newCustomer, 'Graça Pontes');
  const taken = new Promise<void>((resolve, reject) => {
    const takeWithoutAnswer = customer.page.route(
      messageAddress,
      async (route) => {
        await route.fetch();
        resolve();
      },
      { times: 1 },
    );
    takeWithoutAnswer.catch(reject);
  });
  await customer.submit('Recarreguei');
  await taken;
  await customer.page.reload();
  await expect(agent.message('Recarreguei')).toBeVisible();
  await exchangeMessages(agent, customer, ['Recarreguei']);
});

test('a customer whose start of a chat was not answered and who starts again gets the same chat', async ({
  agent,
  browser,
  complaints,
  server,
}) => {
  complaints.expectOutage();
  await agent.atWork();
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  const secrets: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/outside/api/chats')
      secrets.push((request.postDataJSON() as { secret: string }).secret);
  });
  await page.route(
    '**/outside/api/chats',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.goto('/outside');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Honório Prado');
  await page.getByRole('radio', { name: 'Suporte' }).check({ force: true });
  const begin = page.getByRole('button', { name: 'Iniciar conversa' });
  await begin.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(agent.card('Honório Prado')).toBeVisible();
  await begin.click();
  const field = page.getByRole('textbox', { name: 'Mensagem' });
  await field.fill('Sou eu');
  await field.press('Enter');
  // The agent's only attendance is the one to which this customer writes.
  await expect(agent.message('Sou eu')).toBeVisible();
  await expect(agent.card('Honório Prado')).toHaveCount(1);
  expect(secrets).toHaveLength(2);
  expect(secrets[1]).toBe(secrets[0]);
  await context.close();
});

test('typing of the customer that arrives after its message is not shown', deep, async ({ agent, newCustomer }) => {
  const customer = await openConversationWith(agent, newCustomer, 'Ítalo Neves');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await customer.page.route('**/outside/api/chats/*/typing', async (route) => {
    await held;
    await route.continue();
  });
  const typed = customer.page.waitForRequest('**/outside/api/chats/*/typing');
  await customer.field.pressSequentially('Pronto');
  await typed;
  await customer.field.press('Enter');
  await expect(agent.message('Pronto')).toBeVisible();
  const card = agent.card('Ítalo Neves');
  await expect(card).not.toContainText('digitando');
  await card.evaluate((row) => {
    const seen: string[] = ((window as { seen?: string[] }).seen = []);
    new MutationObserver(() => seen.push(row.textContent ?? '')).observe(row, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const late = customer.page.waitForResponse('**/outside/api/chats/*/typing');
  release();
  expect((await late).ok()).toBe(true);
  // Barrier: this event arrives by the same queue, after every typing event.
  await customer.end();
  await expect(agent.log).toContainText('encerr');
  const seen = await agent.page.evaluate(() => (window as { seen?: string[] }).seen ?? []);
  expect(seen.filter((words) => words.includes('digitando'))).toEqual([]);
});

test(
  'the agent’s typing that arrives after its message is not shown to the customer',
  deep,
  async ({ agent, newCustomer }) => {
    const customer = await openConversationWith(agent, newCustomer, 'Jandira Sales');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await agent.page.route('**/api/chat/typing', async (route) => {
      await held;
      await route.continue();
    });
    const typed = agent.page.waitForRequest('**/api/chat/typing');
    await agent.field.pressSequentially('Pronto');
    await typed;
    await agent.field.press('Enter');
    await expect(customer.reads('Pronto')).toBeVisible();
    const mark = customer.page.locator('#typing');
    await expect(mark).toBeHidden();
    await mark.evaluate((element) => {
      const seen: boolean[] = ((window as { marks?: boolean[] }).marks = []);
      new MutationObserver(() => seen.push(!(element as HTMLElement).hidden)).observe(element, { attributes: true });
    });
    // The page has sent both events: typing started and typing stopped.
    let answered = 0;
    const late = agent.page.waitForResponse(
      (response) => response.url().endsWith('/api/chat/typing') && response.ok() && (answered += 1) === 2,
    );
    release();
    await late;
    // Barrier: this message arrives by the same stream, after every typing event. The server does not send the
    // customer's own typing to the customer.
    await agent.page.unroute('**/api/chat/typing');
    await agent.page.route('**/api/chat/typing', (route) => route.fulfill({ json: { success: true } }));
    await agent.send('E mais isto');
    await expect(customer.reads('E mais isto')).toBeVisible();
    const seen = await customer.page.evaluate(() => (window as { marks?: boolean[] }).marks ?? []);
    expect(seen.filter(Boolean)).toEqual([]);
  },
);

test("the customer's page shows times as the agent's page does, in English too", deep, async ({ newCustomer }) => {
  const { page, log } = await newCustomer('Sofia Prates');
  await page.getByRole('button', { name: 'English' }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Good afternoon');
  await field.press('Enter');
  await expect(log.getByRole('article').filter({ hasText: 'Good afternoon' }).locator('time')).toHaveText(
    /^\d\d:\d\d$/,
  );
});
