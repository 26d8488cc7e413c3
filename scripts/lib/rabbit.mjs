// A separate RabbitMQ for tests: on loopback, on free ports, with its data in a folder of the test. It asks the
// contact centre for authentication and permissions. The test can restart and freeze it; it ends with the test, its
// port mapper too. Its configuration is the one an operator would write.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { installPackages } from './real-parts.mjs';
import { freePort } from './server.mjs';

/** The program itself and not the wrapper of the package, because the wrapper changes the user and the data folder. */
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server';
/** The program that carries out commands of an operator. */
const controlProgram = '/usr/lib/rabbitmq/bin/rabbitmqctl';

const startWithinMs = 60_000;
const stopWithinMs = 20_000;

export const isRabbitInstalled = () => existsSync(program);

/** The message printed when the tests with RabbitMQ are left out. */
export const rabbitMissingMessage = `RabbitMQ is not here (${program}): install the package rabbitmq-server to run its tests.`;

/** Installs RabbitMQ where the script may do that. Without RabbitMQ its tests are left out with a message. */
export async function ensureRabbit() {
  if (!isRabbitInstalled()) await installPackages('RabbitMQ', 'rabbitmq-server');
}

/** @param {{ amqp: number, web: number, origin: string, authKey: string, password: string }} settings */
export function configurationOf({ amqp, web, origin, authKey, password }) {
  const asked = ['user', 'vhost', 'resource', 'topic'].map(
    (question) => `auth_http.${question}_path = ${origin}/broker-auth/${authKey}/${question}`,
  );
  return [
    // The contact centre signs in with an account of this broker; it authenticates the agents itself.
    'auth_backends.1 = internal',
    'auth_backends.2 = http',
    'auth_http.http_method = post',
    ...asked,
    'default_user = centre',
    `default_pass = ${password}`,
    `listeners.tcp.1 = 127.0.0.1:${amqp}`,
    'stomp.listeners.tcp = none',
    'web_stomp.tcp.ip = 127.0.0.1',
    `web_stomp.tcp.port = ${web}`,
    'web_stomp.ws_frame = text',
    'vm_memory_high_watermark.absolute = 512MB',
    'disk_free_limit.absolute = 50MB',
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    '',
  ].join('\n');
}

/**
 * Starts a broker in `folder` that asks the contact centre at `origin`. Its log goes to `log`.
 * @param {{ folder: string, origin: string, log: string }} options
 */
export async function startRabbit({ folder, origin, log }) {
  const [amqp, web, distribution, mapper] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const authKey = 'a-key-that-only-tests-use';
  const password = 'a-password-that-only-tests-use';
  for (const path of [join(folder, 'home'), join(folder, 'log'), dirname(log)]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'rabbitmq.conf'), configurationOf({ amqp, web, origin, authKey, password }));
  writeFileSync(join(folder, 'enabled_plugins'), '[rabbitmq_web_stomp,rabbitmq_auth_backend_http].\n');
  const env = {
    ...process.env,
    HOME: join(folder, 'home'),
    RABBITMQ_NODENAME: `workspace-${amqp}@localhost`,
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'rabbit.pid'),
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_EPMD_PORT: String(mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    // Busy waiting of the schedulers would take processor time from the browser.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
  };
  const file = createWriteStream(log, { flags: 'a' });
  /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} */
  let child;

  /** @param {NodeJS.Signals} name */
  const signal = (name) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The process has already ended.
    }
  };
  const rabbit = {
    /** The arguments and environment with which the contact centre must be started. */
    env: {
      BROKER_URL: `ws://127.0.0.1:${web}/ws`,
      BROKER_AMQP_URL: `amqp://centre:${password}@127.0.0.1:${amqp}/%2f`,
      BROKER_AUTH_KEY: authKey,
    },
    async start() {
      // A separate process group: the node starts helpers, and all of them must freeze and end together.
      child = spawn(program, [], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.pipe(file, { end: false });
      child.stderr.pipe(file, { end: false });
      await waitUntilBrokerListens(child, web, log);
    },
    /**
     * Carries out a command of an operator.
     * @param {string[]} command
     */
    control(command) {
      const { status, stderr } = spawnSync(controlProgram, command, { cwd: folder, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`rabbitmqctl ${command.join(' ')}: ${stderr}`);
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** @param {NodeJS.Signals} [name] */
    async stop(name = 'SIGTERM') {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
      signal(name);
      const force = setTimeout(() => signal('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(force);
    },
    /** @param {NodeJS.Signals} [name] */
    async restart(name) {
      await rabbit.stop(name);
      await rabbit.start();
    },
    /** The port mapper continues to run after the node that started it ended. */
    async end() {
      rabbit.thaw();
      await rabbit.stop('SIGKILL');
      spawnSync('epmd', ['-port', String(mapper), '-kill'], { env, stdio: 'ignore' });
      file.end();
    },
  };
  await rabbit.start();
  return rabbit;
}

/** @param {import('node:child_process').ChildProcess} child @param {number} port @param {string} log */
async function waitUntilBrokerListens(child, port, log) {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`RabbitMQ ended at once with code ${child.exitCode}: see ${log}`);
    if (await answers(port)) return;
    await new Promise((soon) => setTimeout(soon, 100));
  }
  throw new Error(`RabbitMQ does not listen after ${startWithinMs / 1000} s: see ${log}`);
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    /** @param {boolean} answered */
    const end = (answered) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
