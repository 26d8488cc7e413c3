// `npm start`: prepares the machine, builds what changed, and runs the contact centre until Ctrl+C. The data is demo
// data, so HOST must be a loopback address. The server reads PORT, HOST and DATA_DIR, and the flags --fresh (new demo
// data), --contacts N (N contacts of the demo), --simulate N (N simulated customers who write and answer) and --faults (a panel on /outside that causes
// faults on purpose).
import { createServer } from 'node:net';
import { buildDemo } from './lib/build.mjs';
import { Stop, main, readArguments, say } from './lib/console.mjs';
import { runUntilEnd } from './lib/server.mjs';
import { setUp } from './lib/setup.mjs';

/** @param {{ simulate?: string, contacts?: string }} options */
function checkSettings({ simulate, contacts }) {
  const port = process.env.PORT ?? '8080';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Stop(`PORT is "${port}", but a port is a number from 0 to 65535.`);
  if (simulate !== undefined && !/^\d{1,4}$/.test(simulate))
    throw new Stop(`--simulate needs a number of customers, not "${simulate}".`);
  if (contacts !== undefined && !/^\d{1,7}$/.test(contacts))
    throw new Stop(`--contacts needs a number of contacts, not "${contacts}".`);
  const host = process.env.HOST ?? '127.0.0.1';
  if (!/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw new Stop(
      `HOST is "${host}", but the demo has published passwords: see docs/operations.md for other machines.`,
    );
  return { port: Number(port), host };
}

/**
 * Checked before the build, so that a used port is reported at once and not after minutes.
 * @param {{ port: number, host: string }} address
 * @returns {Promise<void>}
 */
function checkPortIsFree({ port, host }) {
  return new Promise((free, fail) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is already in use: end the other program' : `cannot be used (${error.code})`;
      fail(new Stop(`Port ${port} ${reason}, or choose another one: PORT=${port + 1} npm start`));
    });
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

await main(async () => {
  const options = readArguments(process.argv.slice(2), {
    flags: ['fresh', 'faults'],
    values: ['simulate', 'contacts'],
  });
  await checkPortIsFree(checkSettings(options));
  await setUp();
  const program = await buildDemo();
  say('• Starting the contact centre (Ctrl+C ends it)');
  const numbers = /** @type {const} */ (['simulate', 'contacts']).flatMap((name) => {
    const value = options[name];
    return value ? [`--${name}`, value] : [];
  });
  const flags = /** @type {const} */ (['fresh', 'faults']).filter((flag) => options[flag]).map((flag) => `--${flag}`);
  // Deletes the old data without a question, because the demo data can be created again.
  if (options.fresh) flags.push('--yes');
  return runUntilEnd(program, ['--demo', ...flags, ...numbers]);
});
