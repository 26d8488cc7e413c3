// The two supported brokers behind one interface: the one built into the server, and a RabbitMQ that the tests start,
// break and stop. One RabbitMQ serves a whole file; each test has its own contact centre, at the address that
// RabbitMQ asks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../scripts/lib/console.mjs';
import { startRabbit } from '../scripts/lib/rabbit.mjs';
import { freePort } from '../scripts/lib/server.mjs';
import { test as base } from './fixtures';

export { expect } from './fixtures';

export type BrokerKind = 'built in' | 'RabbitMQ';

export interface Broker {
  /** Kills the broker and starts it again. */
  restart(): Promise<void>;
  /** Freezes the broker: it keeps its sockets open and sends nothing. */
  freeze(): void;
  thaw(): void;
  /** The account and the commands of the broker's operator; `undefined` for the built-in broker. */
  operator: { login: string; passcode: string; control: (command: string[]) => void } | undefined;
}

type Rabbit = Awaited<ReturnType<typeof startRabbit>>;

interface RabbitFixture {
  port: number;
  /** Started by the first test that needs RabbitMQ. */
  rabbit(): Promise<Rabbit>;
}

export const test = base.extend<{ kind: BrokerKind; broker: Broker }, { rabbitFixture: RabbitFixture }>({
  kind: ['built in', { option: true }],

  rabbitFixture: [
    async ({}, use, info) => {
      const port = await freePort();
      const folder = mkdtempSync(join(tmpdir(), 'workspace-rabbit-'));
      let started: Promise<Rabbit> | undefined;
      await use({
        port,
        rabbit: () =>
          (started ??= startRabbit({
            folder,
            origin: `http://127.0.0.1:${port}`,
            log: inRoot('target', 'playwright', `rabbit-${info.workerIndex}.log`),
          })),
      });
      const rabbit = await started?.catch(() => undefined);
      await rabbit?.end();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  serverPort: async ({ kind, rabbitFixture }, use) => use(kind === 'RabbitMQ' ? rabbitFixture.port : await freePort()),

  serverEnvironment: async ({ kind, rabbitFixture }, use) =>
    use(kind === 'RabbitMQ' ? (await rabbitFixture.rabbit()).env : {}),

  broker: async ({ kind, rabbitFixture, server }, use) => {
    if (kind === 'built in')
      return use({
        restart: () => server.restart('SIGKILL'),
        freeze: () => server.freeze(),
        thaw: () => server.thaw(),
        operator: undefined,
      });
    const rabbit = await rabbitFixture.rabbit();
    const { username, password } = new URL(rabbit.env.BROKER_AMQP_URL.replace('amqp:', 'http:'));
    await use({
      restart: () => rabbit.restart('SIGKILL'),
      freeze: () => rabbit.freeze(),
      thaw: () => rabbit.thaw(),
      operator: { login: username, passcode: password, control: (command) => rabbit.control(command) },
    });
    rabbit.thaw();
  },
});
