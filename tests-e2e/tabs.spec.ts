// Only the newest tab of the browser is active. It shows the draft and the attendance of the older tab.
import type { BrowserContext } from '@playwright/test';
import { Agent } from './agent';
import { openConversationWith } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

const disabled = 'Esta aba foi desativada';

async function anotherTab(context: BrowserContext, path?: string): Promise<Agent> {
  const other = new Agent(await context.newPage());
  await other.open(path);
  return other;
}

/**
 * Must be called before the action: records the addresses that the page requests, and whether it has a broker link.
 */
function watchTraffic(agent: Agent): string[] {
  const asked: string[] = [];
  agent.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  agent.page.on('websocket', (socket) => asked.push(socket.url()));
  return asked;
}

test('the newest tab takes the session with the draft of the older one, which is disabled [SES-045] [SES-046] [SES-047]', async ({
  agent,
  context,
  newCustomer,
}) => {
  const sockets: { closed: boolean }[] = [];
  agent.page.on('websocket', (socket) => {
    const link = { closed: false };
    sockets.push(link);
    socket.on('close', () => (link.closed = true));
  });
  await openConversationWith(agent, newCustomer, 'Alice Moura');
  const path = new URL(agent.page.url()).pathname.replace('/new-agent', '');
  await agent.field.fill('Escrito na primeira aba');
  // The second tab is opened at once, while the last typed characters are not stored yet.
  const second = await anotherTab(context, path);
  await expect(second.field).toHaveValue('Escrito na primeira aba');

  await expect(agent.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  await expect(agent.page).toHaveURL(/\/tab-disabled$/);
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
  const asked = watchTraffic(agent);
  await second.send('Enviado da segunda');
  await expect(second.message('Enviado da segunda')).toHaveAccessibleName(/, enviada/);
  await agent.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(agent.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  expect(asked).toEqual([]);
});

test('the disabled tab takes back the session with the draft that was written meanwhile [SES-045] [SES-047]', async ({
  agent,
  context,
  newCustomer,
}) => {
  await openConversationWith(agent, newCustomer, 'Breno Paiva');
  const second = await anotherTab(context);
  await second.openJob('Breno Paiva');
  await second.field.fill('Da segunda aba');
  await expect(agent.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  await agent.page.getByRole('button', { name: 'Usar aqui' }).click();
  // The tab shows the attendance that it showed before.
  await expect(agent.field).toHaveValue('Da segunda aba');
  await expect(second.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  await agent.send('De volta à primeira');
  await expect(agent.message('De volta à primeira')).toHaveAccessibleName(/, enviada/);
});

test('a disabled tab stays disabled after a reload, and a tab without a session disables no other [SES-045]', async ({
  agent,
  context,
}) => {
  await agent.signIn();
  const second = await anotherTab(context);
  await expect(second.list).toBeVisible();
  await expect(agent.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  await agent.page.reload();
  await expect(agent.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  await expect(second.list).toBeVisible();
});

test(
  'without the Web Locks API tabs coordinate by messages [SES-047]',
  deep,
  async ({ agent, context, newCustomer }) => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    await openConversationWith(agent, newCustomer, 'Célia Rocha');
    await agent.field.fill('Sem cadeado');
    const second = await anotherTab(context);
    await second.openJob('Célia Rocha');
    await expect(second.field).toHaveValue('Sem cadeado');
    await expect(agent.page.getByRole('heading', { level: 1, name: disabled })).toBeVisible();
  },
);
