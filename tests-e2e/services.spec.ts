// The operator's services: the real SDKs against local endpoints, and the operator's brand.
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoAgents } from './agent';
import { expect, test as base } from './fixtures';
import { deep } from './deep';

interface ServiceRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

class FakeServices {
  readonly requests: ServiceRequest[] = [];
  /** If true, the flag service answers no request. */
  flagsAreSilent = false;

  private constructor(
    private readonly server: HttpServer,
    readonly origin: string,
  ) {}

  static async open(): Promise<FakeServices> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const services = new FakeServices(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request: IncomingMessage, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '' } = request;
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', '*, authorization, content-type');
        if (method === 'OPTIONS') return response.writeHead(204).end();
        const path = url.split('?')[0] ?? '';
        services.requests.push({
          method,
          path,
          authorization: request.headers.authorization,
          body: Buffer.concat(parts).toString('utf8'),
        });
        if (!path.startsWith('/ofrep/')) return response.end('{}');
        if (services.flagsAreSilent) return undefined;
        response.setHeader('content-type', 'application/json');
        return response.end(
          JSON.stringify({ flags: [{ key: 'templates_by_group', value: true, reason: 'STATIC', variant: 'on' }] }),
        );
      });
    });
    return services;
  }

  of(start: string): ServiceRequest[] {
    return this.requests.filter(({ path }) => path.startsWith(start));
  }

  /** The errors that the page reported, as Sentry's events. */
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

const test = base.extend<{ services: FakeServices; look: Record<string, string> }>({
  services: async ({}, use) => {
    const services = await FakeServices.open();
    await use(services);
    services.close();
  },
  look: [{}, { option: true }],
  serverEnvironment: async ({ services, look }, use) =>
    use({
      FLAGS_URL: services.origin,
      FLAGS_CLIENT_KEY: 'operations-key',
      FLAGS_DEVELOP_CLIENT_KEY: 'develop-key',
      ERROR_REPORTING_DSN: `${services.origin.replace('://', '://public@')}/7`,
      TRACKING_URL: `${services.origin}/identify`,
      ...look,
    }),
});

test('feature flags are requested once at the start with the key of the host [API-088] [SEC-012]', async ({
  agent,
  services,
}) => {
  await agent.open();
  await expect.poll(() => services.of('/ofrep/v1/evaluate/flags').length).toBe(1);
  expect(services.of('/ofrep/')[0]).toMatchObject({ method: 'POST', authorization: 'Bearer develop-key' });
  await agent.signIn();
  expect(services.of('/ofrep/')).toHaveLength(1);
});

test(
  'a flag service that does not answer delays neither the sign-in nor the work',
  deep,
  async ({ agent, services }) => {
    services.flagsAreSilent = true;
    await agent.signIn();
    await agent.connectChat();
    await expect.poll(() => services.of('/ofrep/').length).toBe(1);
  },
);

test(
  'the agent is identified once per session, not again after a reload [NAV-032] [NAV-033]',
  deep,
  async ({ agent, services }) => {
    await agent.signIn();
    await expect.poll(() => services.of('/identify').length).toBe(1);
    const identified = services.of('/identify')[0];
    expect([identified?.method, JSON.parse(identified?.body ?? '')]).toEqual([
      'POST',
      { name: 'Ana Souza', email: 'ana.souza@example.com', loginIdentifier: 'ana.souza', client: 'localhost' },
    ]);
    await agent.connectChat();
    await agent.page.reload();
    await expect(agent.chip('Disponível')).toBeVisible();
    // After the reload the page requests the configuration again; the request for flags shows that it has it.
    await expect.poll(() => services.of('/ofrep/').length).toBe(2);
    expect(services.of('/identify')).toHaveLength(1);
    await agent.chooseInOwnMenu('Sair');
    await agent.signIn(demoAgents.bruno);
    await expect.poll(() => services.of('/identify').length).toBe(2);
  },
);

/** A browser in which errors are expected; `chance` is the result of every Math.random(). */
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

test('an uncaught error is reported without personal data, a harmless one is not [SHELL-052] [SHELL-053] [SHELL-055]', async ({
  browser,
  services,
  server,
}) => {
  const { fail, close } = await failingPage(browser, server.origin, 0.05);
  await fail('ResizeObserver loop limit exceeded');
  await fail('lost ana@example.com at /api/contacts/ana?search=Ana');
  await expect.poll(() => services.events.length).toBe(1);
  const [event = ''] = services.events;
  expect(event).toContain('lost … at /api/contacts/…');
  for (const personal of ['ana@example.com', 'search=Ana', 'ResizeObserver', '"user":{"', '"request"'])
    expect(event, personal).not.toContain(personal);
  await close();
});

test('errors outside the 10 % sample are not sent [SHELL-054]', deep, async ({ browser, services, server }) => {
  const { page, fail, close } = await failingPage(browser, server.origin, 0.5);
  await fail('an error');
  const seen = page.waitForEvent('pageerror');
  await fail('another error');
  await seen;
  // One error in ten is sent. When it has arrived, earlier ones would have arrived too.
  await page.evaluate(() => (Math.random = () => 0.05));
  await fail('the tenth error');
  await expect.poll(() => services.events.length).toBe(1);
  expect(services.events[0]).toContain('the tenth error');
  expect(services.events[0]).not.toContain('another error');
  await close();
});

base(
  'without configuration no part of any service is loaded, and no service is called [NAV-034] [SEC-013]',
  async ({ agent, server }) => {
    const requests: string[] = [];
    agent.page.on('request', (request) => requests.push(request.url()));
    const configured = agent.page.waitForResponse('**/api/configuration');
    await agent.signIn();
    await configured;
    await agent.connectChat();
    expect(requests.filter((url) => !url.startsWith(server.origin) && !url.startsWith('blob:'))).toEqual([]);
    expect(requests.filter((url) => /\/assets\/(errors|flags)-/.test(url))).toEqual([]);
  },
);
