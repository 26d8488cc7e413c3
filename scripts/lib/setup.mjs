// Prepares a machine that has git, Rust (rustup), Node, and C and C++ compilers for building the project. Checks what
// is there before it installs, prints each action, and stops with one sentence if something is impossible. Uses only
// Node's own modules, because it runs before node_modules exists.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Stop, inRoot, outputOf, run, step } from './console.mjs';

const WASM_PACK_VERSION = '0.15.1';
const NODE_FLOOR = /** @type {const} */ ([20, 19]);

export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return;
  throw new Stop(`Node ${version} is too old: install Node ${NODE_FLOOR.join('.')} or later.`);
}

function checkCompilers() {
  if (!outputOf('cargo', ['--version']))
    throw new Stop('Rust is missing: install it with rustup (https://rustup.rs), then run this again.');
  const compilers = { C: process.env.CC ?? 'cc', 'C++': process.env.CXX ?? 'c++' };
  for (const [language, compiler] of Object.entries(compilers)) {
    if (outputOf(compiler, ['--version'])) continue;
    throw new Stop(
      `A ${language} compiler is missing ("${compiler}" does not run): install gcc or clang, e.g. the package build-essential.`,
    );
  }
}

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} LockedPackages */

/** @param {string} file @returns {LockedPackages} */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * True if the installed npm packages are those of the lock file; packages for other systems may be absent.
 * @param {string} lockFile
 * @param {string} installedFile
 */
export function packagesAreInstalled(lockFile, installedFile) {
  if (!existsSync(installedFile)) return false;
  const wanted = packagesOf(lockFile);
  const installed = packagesOf(installedFile);
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    const present = installed[path];
    if (!present) return Boolean(optional || devOptional);
    return present.version === version;
  });
}

export async function installPackages() {
  if (packagesAreInstalled(inRoot('package-lock.json'), inRoot('node_modules', '.package-lock.json'))) return;
  await step('Installing the npm packages', () =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      // scripts/browser.mjs finds or installs the browser.
      env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
      quiet: true,
      orStop: 'npm could not install the packages (see its messages above). Is the network reachable?',
    }),
  );
}

/** @param {string} what @param {'target' | 'component'} kind @param {string} name */
async function addRustup(what, kind, name) {
  if (!outputOf('rustup', ['--version'])) {
    throw new Stop(
      `The Rust ${what} is missing and rustup is not here to add it: install Rust with rustup (https://rustup.rs).`,
    );
  }
  await step(`Adding the Rust ${what}`, () =>
    run('rustup', [kind, 'add', name], {
      quiet: true,
      orStop: `rustup could not add ${name}. Is the network reachable?`,
    }),
  );
}

async function addRustParts() {
  const sysroot = outputOf('rustc', ['--print', 'sysroot']);
  if (!existsSync(`${sysroot}/lib/rustlib/wasm32-unknown-unknown`))
    await addRustup('target for WebAssembly', 'target', 'wasm32-unknown-unknown');
  if (!existsSync(`${sysroot}/lib/rustlib/src/rust/library`))
    await addRustup('source of the standard library', 'component', 'rust-src');
}

/**
 * The version of wasm-bindgen in Cargo.lock; the command-line tool must have exactly this version.
 * @param {string} lockText
 */
export function pinnedBindgen(lockText) {
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lockText)?.[1];
  if (!version) throw new Stop('Cargo.lock names no wasm-bindgen: it should be in git; run `cargo generate-lockfile`.');
  return version;
}

/** @param {string | undefined} text */
const lastWord = (text) => text?.split(/\s+/).pop();

/**
 * The crates that read and write the module: without optimisation they would run longer than the faster compilation
 * saves.
 */
const OPTIMISED = ['walrus', 'wasmparser', 'wasm-encoder', 'wasm-bindgen-cli-support'];

/**
 * One target folder for both tools, so that shared dependencies are compiled once.
 * @param {string} name
 * @param {string} version
 * @param {string[]} more
 */
async function cargoInstall(name, version, more) {
  const fast = OPTIMISED.flatMap((crate) => ['--config', `profile.dev.package.${crate}.opt-level=1`]);
  const folders = ['--root', inRoot('target', 'tools'), '--target-dir', inRoot('target', 'tools', 'build')];
  await step(`Installing ${name} ${version} into target/tools (some minutes, once)`, () =>
    run('cargo', ['install', name, '--debug', '--version', `=${version}`, ...folders, ...fast, ...more], {
      // Each build uses the tools for only some seconds, so minutes of optimisation are not worth it.
      env: { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' },
      quiet: true,
      orStop: `cargo could not install ${name} ${version} (see its messages above). Is the network reachable?`,
    }),
  );
}

/**
 * Limit of a download, long enough for a slow connection. Where the download is blocked, cargo builds the tool after
 * this time.
 */
const FETCH_LIMIT_MS = 20_000;

/**
 * The systems for which the projects publish programs, with Node's names.
 * @type {Record<string, string>}
 */
const PREBUILT_FOR = {
  'linux x64': 'x86_64-unknown-linux-musl',
  'darwin arm64': 'aarch64-apple-darwin',
  'darwin x64': 'x86_64-apple-darwin',
};

/**
 * The archive that a project publishes for this system, or undefined.
 * @param {string} name
 * @param {string} version
 * @param {string} [system]
 * @returns {string | undefined}
 */
export function prebuiltAddress(name, version, system = `${process.platform} ${process.arch}`) {
  const target = PREBUILT_FOR[system];
  if (target === undefined) return undefined;
  const tag = name === 'wasm-pack' ? `v${version}` : version;
  return `https://github.com/wasm-bindgen/${name}/releases/download/${tag}/${name}-${tag}-${target}.tar.gz`;
}

/**
 * Installs the published programs in target/tools. Resolves to false if they cannot be downloaded or do not run.
 * @param {string} name
 * @param {string} version
 * @param {string[]} programs
 */
async function fetchPrebuilt(name, version, programs) {
  const address = prebuiltAddress(name, version);
  if (address === undefined) return false;
  const archive = inRoot('target', 'tools', `${name}.tar.gz`);
  const bin = inRoot('target', 'tools', 'bin');
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
    if (!answer.ok) return false;
    mkdirSync(bin, { recursive: true });
    writeFileSync(archive, Buffer.from(await answer.arrayBuffer()));
    const unpacked = outputOf('tar', ['-xzf', archive, '-C', bin, '--strip-components=1']) !== undefined;
    return unpacked && programs.every((program) => lastWord(outputOf(program, ['--version'])) === version);
  } catch {
    return false;
  } finally {
    rmSync(archive, { force: true });
  }
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string[]} programs
 * @param {{ crate?: string, more?: string[] }} [options]
 */
async function installTool(name, version, programs, { crate = name, more = [] } = {}) {
  if (programs.every((program) => lastWord(outputOf(program, ['--version'])) === version)) return;
  const fetched = await step(`Fetching ${name} ${version}`, () => fetchPrebuilt(name, version, programs));
  if (!fetched) await cargoInstall(crate, version, more);
}

async function installWasmTools() {
  // Any installed wasm-pack is accepted; wasm-bindgen's command-line tool must have exactly the pinned version.
  if (!outputOf('wasm-pack', ['--version']))
    await installTool('wasm-pack', WASM_PACK_VERSION, ['wasm-pack'], { more: ['--locked'] });
  const bindgen = pinnedBindgen(readFileSync(inRoot('Cargo.lock'), 'utf8'));
  // Without --locked: this version stays pinned for months, and the lock file of the package is outdated earlier.
  await installTool('wasm-bindgen', bindgen, ['wasm-bindgen', 'wasm-bindgen-test-runner'], {
    crate: 'wasm-bindgen-cli',
  });
}

export async function setUp() {
  checkNode();
  checkCompilers();
  // At the same time, because npm waits mostly for the network and the disk, and cargo for the processor.
  const done = await Promise.allSettled([installPackages(), addRustParts().then(installWasmTools)]);
  for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason;
}
