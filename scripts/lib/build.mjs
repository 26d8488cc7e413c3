// Builds the WebAssembly package, the user interface and the server, in the order of their dependencies. A part is
// built only if its inputs changed. Runs after setUp().
import { existsSync, renameSync, rmSync } from 'node:fs';
import { compressBelow } from './compress.mjs';
import { Stop, inRoot, outputOf, run, step } from './console.mjs';
import { orderFunctions } from './functionOrder.mjs';
import { checkMvp } from './mvp.mjs';
import { fingerprint, unlessFresh } from './stamp.mjs';

const wasmFile = inRoot('pkg', 'core_wasm_bg.wasm');
const typesFile = inRoot('pkg', 'core_wasm.d.ts');

/**
 * Builds the module for every supported browser: for the MVP instruction set, and with a standard library compiled
 * for it (the prebuilt one uses later instructions). RUSTC_BOOTSTRAP lets the stable compiler do that. A separate
 * target folder keeps these flags away from the other builds.
 */
const WASM_ENVIRONMENT = {
  // Debug formatting is left out with its tables: the core prints nothing that way (a test proves it). A panic traps
  // immediately: the host sees the same WebAssembly.RuntimeError and reloads (docs/architecture.md, "One recovery").
  // The panic message was never printed before either, because the module has no console; the engine provides the
  // stack. The inlining costs are ten times finer: the thresholds 25 (function with several callers) and 15,000 (one
  // caller) become 100 and 15,100 at ten times the cost, so that only small functions are inlined into their only
  // caller (docs/decisions/0006-size-of-the-module.md).
  RUSTFLAGS: [
    '-Ctarget-cpu=mvp -Zunstable-options -Cpanic=immediate-abort -Zfmt-debug=none',
    ...['-inline-instr-cost=50', '-inline-call-penalty=250', '-inline-threshold=100'].map(
      (option) => `-Cllvm-args=${option}`,
    ),
  ].join(' '),
  RUSTC_BOOTSTRAP: '1',
  CARGO_TARGET_DIR: inRoot('target', 'wasm'),
  CARGO_PROFILE_RELEASE_PANIC: 'abort',
  // Every page load transfers the module (BEY-093): optimise for size and compile the program as one unit.
  CARGO_PROFILE_RELEASE_OPT_LEVEL: 'z',
  CARGO_PROFILE_RELEASE_LTO: 'fat',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1',
  CARGO_PROFILE_DEV_PANIC: 'abort',
};
const BUILD_STD = ['-Zbuild-std=panic_abort,std', '-Zbuild-std-features=optimize_for_size'];
/**
 * These crates are optimised for speed, not for size: each event uses them, and the compressed module is one kilobyte
 * smaller.
 */
const FOR_SPEED = ['serde_json', 'dlmalloc', 'compiler_builtins'].flatMap((name) => [
  '--config',
  `profile.release.package.${name}.opt-level=3`,
]);

const coreInputs = () => [
  inRoot('core-wasm', 'src'),
  inRoot('core-wasm', 'derive'),
  inRoot('core-wasm', 'janus'),
  inRoot('core-wasm', 'wire'),
  inRoot('core-wasm', 'Cargo.toml'),
  inRoot('Cargo.toml'),
  inRoot('Cargo.lock'),
  inRoot('scripts', 'lib', 'build.mjs'),
  inRoot('scripts', 'lib', 'functionOrder.mjs'),
];

/**
 * `release` is shipped and tested; `dev` skips optimisation for a fast reload during development.
 * @param {'release' | 'dev'} [profile]
 */
export async function buildModule(profile = 'release') {
  const print = fingerprint(coreInputs(), [
    profile,
    outputOf('rustc', ['--version']) ?? '',
    outputOf('wasm-pack', ['--version']) ?? '',
  ]);
  return unlessFresh('module', print, [wasmFile, typesFile], () =>
    step('Building the core as WebAssembly', async () => {
      const out = inRoot('target', 'wasm', 'package');
      rmSync(out, { recursive: true, force: true });
      const options = ['--mode', 'no-install', '--target', 'bundler', '--out-dir', out];
      await run(
        'wasm-pack',
        ['build', 'core-wasm', ...(profile === 'dev' ? ['--dev'] : []), ...options, '--', ...BUILD_STD, ...FOR_SPEED],
        {
          env: WASM_ENVIRONMENT,
          quiet: true,
          orStop: "The core does not build as WebAssembly: see the compiler's messages above.",
        },
      );
      if (profile === 'release') {
        await orderFunctions(`${out}/core_wasm_bg.wasm`);
        await checkMvp(`${out}/core_wasm_bg.wasm`);
      }
      replaceFolder(out, inRoot('pkg'));
    }),
  );
}

/**
 * Replaces the last build only after the new one is complete, so that a failed build keeps the last good one.
 * @param {string} next
 * @param {string} current
 */
function replaceFolder(next, current) {
  const last = `${next}-last`;
  rmSync(last, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, last);
  renameSync(next, current);
  rmSync(last, { recursive: true, force: true });
}

const uiInputs = () => [
  ...['index.html', 'vite.config.ts', 'boot.js', 'engines.json', 'boot.css', 'old-engine.css', 'public', 'src'].map(
    (name) => inRoot('ui', name),
  ),
  inRoot('pkg'),
  inRoot('package-lock.json'),
  inRoot('scripts', 'vite'),
  inRoot('scripts', 'lib', 'compress.mjs'),
];

export async function buildInterface() {
  return unlessFresh('interface', fingerprint(uiInputs()), [inRoot('ui', 'dist', 'index.html')], () =>
    step('Building the user interface', async () => {
      const next = inRoot('target', 'interface');
      await run('vite', ['build', 'ui', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'], {
        quiet: true,
        orStop: 'The user interface does not build: see the messages above.',
      });
      await compressBelow(next);
      replaceFolder(next, inRoot('ui', 'dist'));
    }),
  );
}

/**
 * Cargo's target directory, which CARGO_TARGET_DIR and the user's cargo configuration may change.
 * @returns {string}
 */
function cargoTargetDirectory() {
  const metadata = outputOf('cargo', ['metadata', '--format-version=1', '--no-deps'], { maxBuffer: 64 * 1024 * 1024 });
  if (!metadata) throw new Stop('`cargo metadata` fails: see what it says about Cargo.toml.');
  return JSON.parse(metadata).target_directory;
}

/** @typedef {'release' | 'proof' | 'demo'} ServerProfile */

/**
 * Cargo's arguments that build the server. Cargo chooses the features of dependencies for the selected packages together with what
 * their tests need: `--package workspace-server` would compile 52 crates again that `cargo test --workspace` has compiled with other features. In `proof` the
 * program is therefore the one that the server's own tests start.
 * @param {ServerProfile} profile
 */
export const serverBuild = (profile) =>
  profile === 'proof'
    ? ['test', '--profile', profile, '--workspace', '--test', 'server', '--no-run']
    : ['build', '--profile', profile, '--package', 'workspace-server'];

/**
 * Builds the server; cargo itself decides what must be compiled again. The profile `release` is shipped, `proof` shares
 * its build with the other tests, and `demo` is built in the shortest time. Resolves to the path of the program.
 * @param {ServerProfile} profile
 */
export async function buildServer(profile = 'release') {
  await step('Building the server', () =>
    run('cargo', serverBuild(profile), {
      quiet: true,
      orStop: "The server does not build: see the compiler's messages above.",
    }),
  );
  return `${cargoTargetDirectory()}/${profile}/workspace-server`;
}

/**
 * The server needs neither the module nor the interface. Each build ends with crates that compile one after another on
 * one processor, so both builds at the same time are faster.
 */
export async function buildDemo() {
  const page = buildModule().then(() => buildInterface());
  const [program] = await Promise.all([buildServer('demo'), page]);
  return program;
}
