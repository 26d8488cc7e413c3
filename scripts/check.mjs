// `npm run check`: formats, lints and types of all code, without a browser. Runs all checks and then prints which
// ones failed.
import { pathToFileURL } from 'node:url';
import { buildModule } from './lib/build.mjs';
import { main, readArguments, run, say, seconds } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

const WARNINGS_FAIL = ['--', '--deny', 'warnings'];
/** The profile of `npm test`: build scripts and macros are compiled once for lints and tests. */
const CLIPPY = ['clippy', '--profile', 'proof', '--quiet'];

/** @typedef {[name: string, run: () => Promise<number>]} Check a check resolves to its exit code */

async function styleSheets() {
  const { checkSources } = await import('./stylelint/check.mjs');
  const { sheets, faults } = await checkSources();
  faults.forEach((fault) => say(fault));
  say(`${sheets} style sheets, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/**
 * The checks that run in Node. The type checks need the package generated from the core.
 * @type {Check[]}
 */
export const pageChecks = [
  ['prettier', () => run('prettier', ['--check', '--log-level', 'warn', '.'])],
  ['style sheets', styleSheets],
  ['layers of the interface', () => run('depcruise', ['--config', '.dependency-cruiser.cjs', 'ui/src'])],
  ['eslint', () => run('eslint', ['.', '--max-warnings', '0'])],
  // One process for all projects of tsconfig.json: it reads the type declarations of the libraries once.
  ['types', () => run('tsc', ['--build'])],
];

/**
 * The checks that run with cargo.
 * @type {Check[]}
 */
export const rustChecks = [
  ['rustfmt', () => run('cargo', ['fmt', '--all', '--check'])],
  ['clippy', () => run('cargo', [...CLIPPY, '--workspace', '--all-targets', ...WARNINGS_FAIL])],
  [
    'the server without the demo',
    // Built as docs/operations.md says for real agents. Not with `--workspace`: the simulation needs parts that this
    // build leaves out.
    () => run('cargo', [...CLIPPY, '--package', 'workspace-server', '--no-default-features', ...WARNINGS_FAIL]),
  ],
  [
    'rustdoc',
    // Every public item is documented, every link works. With `--workspace` cargo chooses features once; with ten
    // separate packages cargo checked 53 crates again.
    () =>
      run('cargo', ['doc', '--profile', 'proof', '--no-deps', '--quiet', '--workspace'], {
        env: { RUSTDOCFLAGS: '--deny warnings' },
      }),
  ],
  [
    "clippy of the core's browser half",
    () => run('cargo', [...CLIPPY, '--package', 'core-wasm', '--target', 'wasm32-unknown-unknown', ...WARNINGS_FAIL]),
  ],
];

/**
 * Resolves to the names of the checks that failed.
 * @param {Check[]} checks
 * @returns {Promise<string[]>}
 */
export async function runChecks(checks) {
  const failed = [];
  for (const [name, check] of checks) {
    const startedAt = Date.now();
    const code = await check();
    say(`${code === 0 ? '✔' : '✖'} ${name} (${seconds(Date.now() - startedAt)})`);
    if (code !== 0) failed.push(name);
  }
  return failed;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    readArguments(process.argv.slice(2), {});
    await setUp();
    await buildModule();
    const failed = await runChecks([...pageChecks, ...rustChecks]);
    if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`);
    return failed.length === 0 ? 0 : 1;
  });
}
