// A separate PostgreSQL for tests: on loopback, on a free port, with its data in a folder of the test. It ends with its test.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stop, outputOf } from './console.mjs';
import { installPackages } from './real-parts.mjs';
import { freePort } from './server.mjs';

/** The folder in which Debian installs one folder of programs for each version of PostgreSQL. */
const versionsFolder = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root: its package's user runs it. */
const user = 'postgres';

const startWithinMs = 60_000;
const stopWithinMs = 20_000;

/**
 * The newest of these versions, as Debian names their folders.
 * @param {string[]} versions
 */
export const newestOf = (versions) =>
  versions.filter((name) => /^\d+$/.test(name)).sort((one, other) => Number(other) - Number(one))[0];

function programs() {
  const version = newestOf(existsSync(versionsFolder) ? readdirSync(versionsFolder) : []);
  const folder = version === undefined ? undefined : join(versionsFolder, version, 'bin');
  return folder !== undefined && existsSync(join(folder, 'initdb')) ? folder : undefined;
}

export const isPostgresInstalled = () => programs() !== undefined;

/** The message printed when the tests with PostgreSQL are left out. */
export const postgresMissingMessage = `PostgreSQL is not here (${versionsFolder}): install the package postgresql to run its tests.`;

const isRoot = () => process.getuid?.() === 0;
/** Installs PostgreSQL where the script may do that. Without PostgreSQL its tests are left out with a message. */
export async function ensurePostgres() {
  if (!isPostgresInstalled()) await installPackages('PostgreSQL', 'postgresql');
}

/**
 * The program and its arguments as the user that may run it.
 * @param {boolean} root
 * @param {string} program
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export const asUser = (root, program, args) =>
  root ? ['setpriv', ['--reuid', user, '--regid', user, '--init-groups', program, ...args]] : [program, args];

/** @param {'-u' | '-g'} kind */
function idOf(kind) {
  const id = outputOf('id', [kind, user]);
  if (id === undefined) throw new Stop(`The user ${user} is missing: its package creates it.`);
  return Number(id);
}

/** @param {string} certificate */
const keyOf = (certificate) => certificate.replace(/\.pem$/, '.key');

/**
 * Makes a certificate for 127.0.0.1 that signs itself, and its key; returns the certificate's file.
 * @param {string} folder
 */
function makeCertificate(folder) {
  const certificate = join(folder, 'server.pem');
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names],
      ...['-addext', 'basicConstraints=critical,CA:FALSE', '-keyout', keyOf(certificate), '-out', certificate],
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Stop(`openssl failed: ${made.stderr || made.error?.message}`);
  if (isRoot()) chownSync(keyOf(certificate), idOf('-u'), idOf('-g'));
  return certificate;
}

/**
 * Starts a PostgreSQL whose output goes to `log`. Its `url` signs in as the administrator without a password, because
 * only programs of this machine reach it. `isDurable`: a commit is on the disk when it is answered, as for an operator;
 * tests do without.
 * @param {{ log: string, isDurable?: boolean }} options
 */
export async function startPostgres({ log, isDurable = false }) {
  const bin = programs();
  if (bin === undefined) throw new Stop(postgresMissingMessage);
  const folder = mkdtempSync(join(tmpdir(), 'workspace-postgres-'));
  if (isRoot()) chownSync(folder, idOf('-u'), idOf('-g'));
  const port = await freePort();
  const data = join(folder, 'data');
  const [program, args] = asUser(isRoot(), join(bin, 'initdb'), [
    ...['--pgdata', data, '--username', user, '--auth', 'trust', '--encoding', 'UTF8', '--no-locale', '--no-sync'],
  ]);
  const made = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Stop(`initdb failed: ${made.stderr || made.error?.message}`);
  const certificate = makeCertificate(folder);
  const options = {
    ssl: 'on',
    ssl_cert_file: certificate,
    ssl_key_file: keyOf(certificate),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Without fsync where a test asks for no durability: the tests end connections, but never the machine.
    fsync: isDurable ? 'on' : 'off',
    max_connections: '200',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [server, serverArgs] = asUser(isRoot(), join(bin, 'postgres'), ['-D', data, ...flags]);
  const child = spawn(server, serverArgs, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const file = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const postgres = {
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    /** File of the certificate that clients of this PostgreSQL must trust. */
    certificate,
    async end() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
      // SIGINT is PostgreSQL's fast shutdown: it does not wait for its clients.
      child.kill('SIGINT');
      const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(force);
      file.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await waitUntilReady(bin, child, port, log);
  } catch (error) {
    await postgres.end();
    throw error;
  }
  return postgres;
}

/**
 * @param {string} bin
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 * @param {string} log
 */
async function waitUntilReady(bin, child, port, log) {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Stop(`PostgreSQL ended at once with code ${child.exitCode}: see ${log}`);
    const ready = spawnSync(join(bin, 'pg_isready'), ['--host', '127.0.0.1', '--port', String(port), '--quiet']);
    if (ready.status === 0) return;
    await new Promise((soon) => setTimeout(soon, 100));
  }
  throw new Stop(`PostgreSQL does not answer after ${startWithinMs / 1000} s: see ${log}`);
}
