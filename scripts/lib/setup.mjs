// Brings a machine that has git, rustup's Rust, Node and C and C++ compilers to where the project can be built. Looks before it installs, says
// what it does, and stops with one sentence where it cannot. Uses Node's own modules only: it runs before node_modules exists.
import { existsSync, readFileSync } from 'node:fs';
import { Stop, inRoot, outputOf, run, step } from './console.mjs';

const WASM_PACK_VERSION = '0.15.1';
const NODE_FLOOR = [20, 19];

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return;
  throw new Stop(`Node ${version} is too old: install Node ${NODE_FLOOR.join('.')} or later.`);
}

function checkCompilers() {
  if (!outputOf('cargo', ['--version']))
    throw new Stop('Rust is missing: install it with rustup (https://rustup.rs), then run this again.');
  for (const [language, compiler] of [
    ['C', process.env.CC ?? 'cc'],
    ['C++', process.env.CXX ?? 'c++'],
  ]) {
    if (outputOf(compiler, ['--version'])) continue;
    throw new Stop(
      `A ${language} compiler is missing ("${compiler}" does not run): install gcc or clang, e.g. the package build-essential.`,
    );
  }
}

/** True when what npm last installed is what the lock file asks for; packages for other systems may be absent. */
export function packagesAreInstalled(lockFile, installedFile) {
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    if (!installed[path]) return Boolean(optional || devOptional);
    return installed[path].version === version;
  });
}

export async function installPackages() {
  if (packagesAreInstalled(inRoot('package-lock.json'), inRoot('node_modules', '.package-lock.json'))) return;
  await step('Installing the npm packages', () =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      // The browser is looked for by scripts/browser.mjs, first on the machine.
      env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
      quiet: true,
      orStop: 'npm could not install the packages (its messages stand above). Is the network reachable?',
    }),
  );
}

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

/** The version of wasm-bindgen that Cargo.lock pins; the command-line tool must be exactly that one. */
export function pinnedBindgen(lockText) {
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lockText)?.[1];
  if (!version) throw new Stop('Cargo.lock names no wasm-bindgen: it should be in git; run `cargo generate-lockfile`.');
  return version;
}

const lastWord = (text) => text?.split(/\s+/).pop();

async function cargoInstall(name, version, more) {
  await step(`Installing ${name} ${version} into target/tools (some minutes, once)`, () =>
    run('cargo', ['install', name, '--version', `=${version}`, '--root', inRoot('target', 'tools'), ...more], {
      // They work for a second or two with each build; minutes of optimising would never come back.
      env: { CARGO_PROFILE_RELEASE_OPT_LEVEL: '1' },
      quiet: true,
      orStop: `cargo could not install ${name} ${version} (its messages stand above). Is the network reachable?`,
    }),
  );
}

async function installWasmTools() {
  if (!outputOf('wasm-pack', ['--version'])) await cargoInstall('wasm-pack', WASM_PACK_VERSION, ['--locked']);
  const bindgen = pinnedBindgen(readFileSync(inRoot('Cargo.lock'), 'utf8'));
  const tools = ['wasm-bindgen', 'wasm-bindgen-test-runner'];
  const present = tools.every((tool) => lastWord(outputOf(tool, ['--version'])) === bindgen);
  // Resolved afresh (no --locked): the pin is kept for months, and the lock file inside that package ages faster.
  if (!present) await cargoInstall('wasm-bindgen-cli', bindgen, []);
}

export async function setUp() {
  checkNode();
  checkCompilers();
  await installPackages();
  await addRustParts();
  await installWasmTools();
}
