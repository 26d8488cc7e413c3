// Services outside the contact centre: real SDKs against endpoints on this machine, and the operator's look.
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoAgents } from './agent';
import { expect, test as base } from './fixtures';

interface Asked {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

class Outside {
  readonly asked: Asked[] = [];
  /** The flag service says nothing. */
  flagsAreSilent = false;

  private constructor(
    private readonly server: HttpServer,
    readonly origin: string,
  ) {}

  static async open(): Promise<Outside> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const outside = new Outside(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request: IncomingMessage, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '' } = request;
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', '*, authorization, content-type');
        if (method === 'OPTIONS') return response.writeHead(204).end();
        const path = url.split('?')[0] ?? '';
        outside.asked.push({
          method,
          path,
          authorization: request.headers.authorization,
          body: Buffer.concat(parts).toString('utf8'),
        });
        if (!path.startsWith('/ofrep/')) return response.end('{}');
        if (outside.flagsAreSilent) return undefined;
        response.setHeader('content-type', 'application/json');
        return response.end(
          JSON.stringify({ flags: [{ key: 'templates_by_group', value: true, reason: 'STATIC', variant: 'on' }] }),
        );
      });
    });
    return outside;
  }

  of(start: string): Asked[] {
    return this.asked.filter(({ path }) => path.startsWith(start));
  }

  /** Events in Sentry's form. */
  get events(): string[] {
    return this.of('/api/7/envelope')
      .map(({ body }) => body)
      .filter((body) => body.includes('"type":"event"'));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const test = base.extend<{ outside: Outside; look: Record<string, string> }>({
  outside: async ({}, use) => {
    const outside = await Outside.open();
    await use(outside);
    outside.close();
  },
  look: [{}, { option: true }],
  serverEnvironment: async ({ outside, look }, use) =>
    use({
      FLAGS_URL: outside.origin,
      FLAGS_CLIENT_KEY: 'operations-key',
      FLAGS_DEVELOP_CLIENT_KEY: 'develop-key',
      ERROR_REPORTING_DSN: `${outside.origin.replace('://', '://public@')}/7`,
      TRACKING_URL: `${outside.origin}/identify`,
      ...look,
    }),
});

test('flags are asked at the start with the key of the host, once [API-088] [SEC-012]', async ({ agent, outside }) => {
  await agent.open();
  await expect.poll(() => outside.of('/ofrep/v1/evaluate/flags').length).toBe(1);
  expect(outside.of('/ofrep/')[0]).toMatchObject({ method: 'POST', authorization: 'Bearer develop-key' });
  await agent.signIn();
  expect(outside.of('/ofrep/')).toHaveLength(1);
});

test('a flag service that does not answer delays neither the sign-in nor the work', async ({ agent, outside }) => {
  outside.flagsAreSilent = true;
  await agent.signIn();
  await agent.connectChat();
  await expect.poll(() => outside.of('/ofrep/').length).toBe(1);
});

test('who works here is told once a session, and not again after a reload [NAV-032] [NAV-033]', async ({
  agent,
  outside,
}) => {
  await agent.signIn();
  await expect.poll(() => outside.of('/identify').length).toBe(1);
  const told = outside.of('/identify')[0];
  expect([told?.method, JSON.parse(told?.body ?? '')]).toEqual([
    'POST',
    { name: 'Ana Souza', email: 'ana.souza@example.com', loginIdentifier: 'ana.souza', client: 'localhost' },
  ]);
  await agent.connectChat();
  await agent.page.reload();
  await expect(agent.chip('Disponível')).toBeVisible();
  // Configuration is read after the reload too: the flags tell when.
  await expect.poll(() => outside.of('/ofrep/').length).toBe(2);
  expect(outside.of('/identify')).toHaveLength(1);
  await agent.chooseInOwnMenu('Sair');
  await agent.signIn(demoAgents.bruno);
  await expect.poll(() => outside.of('/identify').length).toBe(2);
});

/** A browser whose failures are wanted; `chance` is what every draw of lots gives. */
async function failingPage(browser: import('@playwright/test').Browser, origin: string, chance: number) {
  const context = await browser.newContext({ baseURL: origin });
  await context.addInitScript((value) => {
    Math.random = () => value;
  }, chance);
  const page = await context.newPage();
  const ready = page.waitForRequest('**/ofrep/**');
  await page.goto('/new-agent/login');
  await ready;
  const fail = (message: string) =>
    page.evaluate(
      (text) =>
        setTimeout(() => {
          throw new Error(text);
        }),
      message,
    );
  return { page, fail, close: () => context.close() };
}

test('an error that nobody caught is reported without whom it concerns, a harmless one is not [SHELL-052] [SHELL-053] [SHELL-055]', async ({
  browser,
  outside,
  server,
}) => {
  const { fail, close } = await failingPage(browser, server.origin, 0.05);
  await fail('ResizeObserver loop limit exceeded');
  await fail('lost ana@example.com at /api/contacts/ana?search=Ana');
  await expect.poll(() => outside.events.length).toBe(1);
  const [event = ''] = outside.events;
  expect(event).toContain('lost … at /api/contacts/…');
  for (const personal of ['ana@example.com', 'search=Ana', 'ResizeObserver', '"user":{"', '"request"'])
    expect(event, personal).not.toContain(personal);
  await close();
});

test('nine errors of ten stay here [SHELL-054]', async ({ browser, outside, server }) => {
  const { page, fail, close } = await failingPage(browser, server.origin, 0.5);
  await fail('an error');
  const seen = page.waitForEvent('pageerror');
  await fail('another error');
  await seen;
  // One of ten is sent: when it has arrived, whatever came before it would have arrived too.
  await page.evaluate(() => (Math.random = () => 0.05));
  await fail('the tenth error');
  await expect.poll(() => outside.events.length).toBe(1);
  expect(outside.events[0]).toContain('the tenth error');
  expect(outside.events[0]).not.toContain('another error');
  await close();
});

base(
  'without configuration no part of any service is loaded, and nobody is asked [NAV-034] [SEC-013]',
  async ({ agent, server }) => {
    const asked: string[] = [];
    agent.page.on('request', (request) => asked.push(request.url()));
    const configured = agent.page.waitForResponse('**/api/configuration');
    await agent.signIn();
    await configured;
    await agent.connectChat();
    expect(asked.filter((url) => !url.startsWith(server.origin) && !url.startsWith('blob:'))).toEqual([]);
    expect(asked.filter((url) => /\/assets\/(errors|flags)-/.test(url))).toEqual([]);
  },
);
