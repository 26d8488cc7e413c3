// The fixtures of the browser tests: each test has its own server with new demo data, an agent's page and customers.
// A console error, a warning or an uncaught failure in any page fails the test.
import { expect, test as base, type BrowserContext, type ConsoleMessage } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../scripts/lib/console.mjs';
import { freePort, startServer } from '../scripts/lib/server.mjs';
import { Agent } from './agent';
import { Customer, type CustomerStart } from './customer';
import { copyDemoData, serverProgram } from './globalSetup';

export { expect } from '@playwright/test';

export interface Server {
  readonly origin: string;
  /** Folder of the server's files, which tests may read. */
  readonly log: string;
  readonly dataDirectory: string;
  /** Stops the server, normally or by SIGKILL, and starts it again with the same data at the same address. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Suspends the process: sockets stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
}

/** An expected answer with an error status; the browser logs each one in the console. */
export interface Refusal {
  status: number;
  path: RegExp;
}

interface Complaints {
  watch(context: BrowserContext): void;
  /** Expects an answer with this error status. */
  expectRefusal(refusal: Refusal): void;
  /** Expects a report of the core with this code in the console. */
  expectReport(code: string): void;
  /** Expects the browser's messages about a stopped server. */
  expectOutage(): void;
}

interface Fixtures {
  /** The server's port. */
  serverPort: number;
  /** Environment variables of the operator, in addition to those of every test. */
  serverEnvironment: Record<string, string>;
  /** Command-line options of the server. */
  serverOptions: { args: string[] };
  server: Server;
  complaints: Complaints;
  agent: Agent;
  /** A customer's page in a separate context. */
  newCustomer: (name: string, options?: CustomerStart) => Promise<Customer>;
  /** Another agent's browser. */
  newAgent: () => Promise<Agent>;
}

/** The server answers with 404 for a contact that is not registered. */
const usualRefusals: ReadonlyArray<Refusal> = [{ status: 404, path: /^\/api\/contacts\/[^/]+$/ }];
const outage =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH|ERR_SOCKET_NOT_CONNECTED|WebSocket connection to .* failed|WebSocket is already in CLOSING or CLOSED state|^brokerRefused: /;

function isRefusal(message: ConsoleMessage, refusals: ReadonlyArray<Refusal>): boolean {
  const status = /the server responded with a status of (\d+)/.exec(message.text())?.[1];
  const { url } = message.location();
  if (status === undefined || url === '') return false;
  const { pathname } = new URL(url);
  return refusals.some((refusal) => refusal.status === Number(status) && refusal.path.test(pathname));
}

/** The group of ended attendances is closed by default; most tests look into it. */
async function openEndedGroup(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // An empty page has no storage, and the pages of the gallery leave nothing in it.
    if (!location.protocol.startsWith('http') || location.pathname.includes('gallery')) return;
    const key = 'workspace.preferences';
    if (localStorage.getItem(key) === null) localStorage.setItem(key, '{"endedOpen":true}');
  });
}

export const test = base.extend<Fixtures>({
  serverEnvironment: [{}, { option: true }],

  serverOptions: [{ args: [] }, { option: true }],

  serverPort: async ({}, use) => use(await freePort()),

  server: async ({ serverPort: port, serverEnvironment, serverOptions }, use, info) => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-e2e-'));
    copyDemoData(dataDirectory);
    const log = info.outputPath('server.log');
    const launch = () =>
      startServer(serverProgram, {
        port,
        dataDirectory,
        ...serverOptions,
        env: { UI_DIR: inRoot('ui', 'dist'), ...serverEnvironment },
        log,
      });
    let running: Awaited<ReturnType<typeof launch>> | undefined = await launch();
    const server: Server = {
      origin: `http://localhost:${port}`,
      log,
      dataDirectory,
      freeze() {
        running?.child.kill('SIGSTOP');
      },
      thaw() {
        running?.child.kill('SIGCONT');
      },
      async stop(signal = 'SIGTERM') {
        await running?.stop(signal);
        running = undefined;
      },
      async start() {
        running = await launch();
      },
      async restart(signal) {
        await server.stop(signal);
        await server.start();
      },
    };
    await use(server);
    server.thaw();
    // The server is killed, because its data is deleted anyway and an orderly end would take time.
    await server.stop('SIGKILL');
    rmSync(dataDirectory, { recursive: true, force: true });
  },

  baseURL: async ({ server }, use) => use(server.origin),

  complaints: async ({}, use) => {
    const heard: ConsoleMessage[] = [];
    const failures: string[] = [];
    const refusals: Refusal[] = [...usualRefusals];
    const reports: string[] = [];
    let outageExpected = false;
    await use({
      watch(context) {
        context.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') heard.push(message);
        });
        context.on('weberror', (failure) => failures.push(String(failure.error().stack ?? failure.error())));
      },
      expectRefusal: (refusal) => refusals.push(refusal),
      expectReport: (code) => reports.push(code),
      expectOutage: () => {
        outageExpected = true;
      },
    });
    const isReport = (message: ConsoleMessage): boolean =>
      reports.some((code) => message.text() === code || message.text().startsWith(`${code}: `));
    const isOutage = (message: ConsoleMessage): boolean => outageExpected && outage.test(message.text());
    const complaints = heard
      .filter((message) => !isRefusal(message, refusals) && !isReport(message) && !isOutage(message))
      .map((message) => `${message.type()}: ${message.text()} (${message.location().url})`);
    expect([...complaints, ...failures], 'errors in the consoles of the pages').toEqual([]);
  },

  context: async ({ context, complaints }, use) => {
    complaints.watch(context);
    await openEndedGroup(context);
    await use(context);
  },

  agent: async ({ page }, use) => use(new Agent(page)),

  newAgent: async ({ browser, complaints, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.origin });
      contexts.push(context);
      complaints.watch(context);
      await openEndedGroup(context);
      return new Agent(await context.newPage());
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  newCustomer: async ({ browser, complaints, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name, options) => {
      const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 480, height: 800 } });
      contexts.push(context);
      complaints.watch(context);
      const customer = new Customer(await context.newPage(), name);
      await customer.begin(options);
      return customer;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
