// Runs the built server: in the foreground for `npm start`, or in the background until the tests end. Does not build
// it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { Stop, root } from './console.mjs';

/** Secret of the operator's site, which signs identifiers of customers. */
export const identifierSecret = 'a secret of the test of 32 letters';

/**
 * Shows the server's output and forwards every request to end. The server has its own process group: otherwise the
 * terminal would send Ctrl+C to it a second time, and the server would end before it has shut down completely.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function runUntilEnd(program, args, env = {}) {
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit', detached: true });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  child.on('error', (error) => console.error(`\n✖ The server could not be started: ${error.message}`));
  const [code, signal] = await once(child, 'close');
  return code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
}

/** The server creates the demo data before it answers. */
const START_MS = 15_000;

/** @returns {Promise<number>} */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Starts a server with its own demo data for a test; resolves when it answers. Its output goes to `log`. All
 * customers of a test have the same address, so the number of customers per address is not limited.
 * @param {string} program
 * @param {{ port: number, dataDirectory: string, args?: string[], env?: object, log: string, startMs?: number }} options
 */
export async function startServer(program, { port, dataDirectory, args = [], env = {}, log, startMs = START_MS }) {
  mkdirSync(dirname(log), { recursive: true });
  mkdirSync(dataDirectory, { recursive: true });
  const child = spawn(program, ['--demo', ...args], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      CHATS_PER_ADDRESS: '0',
      STARTS_PER_ADDRESS: '0',
      MB_PER_ADDRESS: '0',
      IDENTIFIER_SECRET: identifierSecret,
      DATA_DIR: dataDirectory,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const ended = once(child, 'close');
  await waitUntilServerAnswers(child, `http://127.0.0.1:${port}/new-agent/`, log, startMs);
  /** @param {NodeJS.Signals} [signal] */
  const stop = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    file.end();
  };
  return { child, origin: `http://127.0.0.1:${port}`, stop };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} address
 * @param {string} log
 * @param {number} startMs
 */
async function waitUntilServerAnswers(child, address, log, startMs) {
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Stop(`The server ended at once with code ${child.exitCode}: see ${log}`);
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((soon) => setTimeout(soon, 50));
  }
  child.kill('SIGKILL');
  throw new Stop(`The server does not answer at ${address} after ${startMs / 1_000} s: see ${log}`);
}
