// Janus with its SIP plugin, the SIP registrar Kamailio and SIP phones (baresip), each a separate process on loopback
// and on free ports, for tests of voice. The tests can kill and restart Janus. The configurations are the ones an
// operator would write, apart from loopback: Janus gathers no ICE candidates on a loopback interface, so a preloaded
// library hides the flag of that interface.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop, outputOf } from '../console.mjs';
import { installPackages } from '../real-parts.mjs';
import { freePort } from '../server.mjs';
import { baresipConfiguration, janusConfiguration, kamailioConfiguration } from './configurations.mjs';
import { Phone } from './phone.mjs';

const PACKAGES = ['janus', 'kamailio', 'baresip-core'];
const PROGRAMS = ['/usr/bin/janus', '/usr/sbin/kamailio', '/usr/bin/baresip'];
const LIBRARIES = '/usr/lib';

const startWithinMs = 20_000;
const stopWithinMs = 5_000;

const hasCompiler = () => outputOf('cc', ['--version']) !== undefined;

export const isTelephonyInstalled = () => PROGRAMS.every((program) => existsSync(program)) && hasCompiler();

/** The message printed when the tests with real telephony are left out. */
export const telephonyMissingMessage = `Janus, Kamailio, baresip or a C compiler is not here: install the packages ${PACKAGES.join(', ')} and gcc to run the tests with them.`;

/** Installs the packages where the script may do that. Without them their tests are left out with a message. */
export async function ensureTelephony() {
  if (isTelephonyInstalled()) return;
  const compiler = hasCompiler() ? [] : ['gcc', 'libc6-dev'];
  await installPackages('Janus, Kamailio and baresip', ...PACKAGES, ...compiler);
}

/**
 * The folder of Debian's libraries for this processor that has `name`, for example /usr/lib/x86_64-linux-gnu/janus.
 * @param {string} name
 */
function libraryFolder(name) {
  const found = readdirSync(LIBRARIES)
    .map((triplet) => join(LIBRARIES, triplet, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Stop(telephonyMissingMessage);
  return found;
}

/** A program that runs until the test ends it, with its output in `log`. */
class BackgroundProgram {
  /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable> | undefined} */
  #child;

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {{ folder: string, log: string, env?: NodeJS.ProcessEnv }} options
   */
  constructor(command, args, { folder, log, env = {} }) {
    this.command = command;
    this.args = args;
    this.options = { cwd: folder, env: { ...process.env, ...env } };
    this.log = log;
  }

  /**
   * Starts the program; resolves when it listens on `port`.
   * @param {number} port
   * @param {string} [host]
   */
  async start(port, host = '127.0.0.1') {
    const file = createWriteStream(this.log, { flags: 'a' });
    const child = spawn(this.command, this.args, { ...this.options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.once('close', () => file.end());
    const deadline = Date.now() + startWithinMs;
    while (!(await listensOn(port, host))) {
      if (child.exitCode !== null) throw new Stop(`${this.command} ended with code ${child.exitCode}: see ${this.log}`);
      if (Date.now() > deadline) throw new Stop(`${this.command} does not listen on ${port}: see ${this.log}`);
      await new Promise((soon) => setTimeout(soon, 50));
    }
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = 'SIGTERM') {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(force);
  }
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
function listensOn(port, host) {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    /** @param {boolean} isListening */
    const end = (isListening) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/**
 * Compiles the library that makes Janus use loopback.
 * @param {string} folder
 */
function loopbackLibrary(folder) {
  const source = fileURLToPath(new URL('loopback_shim.c', import.meta.url));
  const library = join(folder, 'loopback.so');
  const made = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { encoding: 'utf8' });
  if (made.status !== 0) throw new Stop(`The library for Janus does not compile: ${made.stderr}`);
  return library;
}

/** @param {string} folder */
async function startJanus(folder) {
  const port = await freePort();
  const libraries = libraryFolder('janus');
  for (const [kind, library] of Object.entries({
    plugins: 'libjanus_sip.so',
    transports: 'libjanus_websockets.so',
  })) {
    mkdirSync(join(folder, kind), { recursive: true });
    symlinkSync(join(libraries, kind, library), join(folder, kind, library));
  }
  for (const name of ['empty', 'configuration']) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(janusConfiguration({ folder, port })))
    writeFileSync(join(folder, 'configuration', name), text);
  // The setting `configs_folder` alone does not reach the plugins.
  const part = new BackgroundProgram('janus', ['--configs-folder', join(folder, 'configuration')], {
    folder,
    log: join(folder, 'janus.log'),
    env: { LD_PRELOAD: loopbackLibrary(folder) },
  });
  await part.start(port);
  return { part, port };
}

/** The SIP proxy always has this port (RTC-001). */
const SIP_PORT = 5060;
/** The port on which a phone listens for commands, at its own address. */
const CONTROL_PORT = 4444;

/** A separate loopback address for each registrar and phone, so that several of them can use the same port. */
const loopbackAddress = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;

/** @param {string} folder */
async function startKamailio(folder) {
  mkdirSync(folder, { recursive: true });
  const host = loopbackAddress();
  writeFileSync(
    join(folder, 'kamailio.cfg'),
    kamailioConfiguration({ host, port: SIP_PORT, modules: `${libraryFolder('kamailio')}/modules/` }),
  );
  // -DD: stays in the foreground with its worker processes; -E -e: writes to standard error.
  const args = [
    '-DD',
    '-E',
    '-e',
    '-f',
    'kamailio.cfg',
    '-Y',
    folder,
    '-w',
    folder,
    '-P',
    'pid',
    '-m',
    '32',
    '-M',
    '4',
  ];
  const part = new BackgroundProgram('/usr/sbin/kamailio', args, { folder, log: join(folder, 'kamailio.log') });
  await part.start(SIP_PORT, host);
  return { part, host };
}

/**
 * Passes connections on to Janus and can cut them without closing them.
 * @param {number} target
 */
async function startCutter(target) {
  const port = await freePort();
  const sockets = new Set();
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => sockets.delete(end));
    }
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { port, cut, end: () => (cut(), server.close()) };
}

/**
 * Starts Janus and Kamailio in `folder`.
 * @param {{ folder: string }} options
 */
export async function startTelephony({ folder }) {
  mkdirSync(folder, { recursive: true });
  const kamailio = await startKamailio(join(folder, 'kamailio'));
  const janus = await startJanus(join(folder, 'janus'));
  const cutter = await startCutter(janus.port);
  /** @type {{ part: BackgroundProgram, phone: Phone }[]} */
  const phones = [];
  return {
    /** The address at which the page reaches Janus. */
    nodeUrl: `ws://127.0.0.1:${cutter.port}`,
    /** Cuts the page's connections to Janus. */
    cutSockets: () => cutter.cut(),
    /** The address of the registrar of SIP accounts; the password of account N is `pw-N`. */
    registrar: kamailio.host,
    /** Kills Janus without a shutdown. */
    killJanus: () => janus.part.stop('SIGKILL'),
    startJanus: () => janus.part.start(janus.port),
    /**
     * Starts a SIP phone with this account; resolves when it is registered.
     * @param {string} account
     */
    async phone(account) {
      const own = join(folder, `phone-${account}`);
      mkdirSync(own, { recursive: true });
      // A separate address, because a port that was free a moment ago may be in use by the connection of another
      // program.
      const host = loopbackAddress();
      const files = baresipConfiguration({
        account,
        host,
        control: CONTROL_PORT,
        registrar: kamailio.host,
        folder: own,
      });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
      const part = new BackgroundProgram('baresip', ['-4', '-f', own], { folder: own, log: join(own, 'baresip.log') });
      await part.start(CONTROL_PORT, host);
      const phone = await Phone.connect({
        host,
        control: CONTROL_PORT,
        account,
        registrar: kamailio.host,
        folder: own,
      });
      phones.push({ part, phone });
      await phone.registered();
      return phone;
    },
    async end() {
      for (const { part, phone } of phones) {
        phone.close();
        await part.stop();
      }
      cutter.end();
      await janus.part.stop();
      await kamailio.part.stop();
    },
  };
}
