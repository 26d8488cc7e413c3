// The faults of tests/mutants, which no tool makes: a removed statement, a changed limit, a reversed order. The text
// above each diff says what it breaks and which tests find it. The patch is applied to a copy of the tree, and the
// tests must fail.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stop, environment, inRoot, say, seconds } from '../console.mjs';

export const patchesFolder = inRoot('tests', 'mutants');
const workFolder = inRoot('target', 'mutants', 'patches');
const tree = join(workFolder, 'tree');
const copied = [
  ...['Cargo.toml', 'Cargo.lock', 'package.json', 'clippy.toml'],
  ...['core-wasm', 'server', 'tests/fuzz', 'docs', 'ui/src/i18n', 'ui/src/design', 'ui/engines.json'],
];

/** The tests nearest to a fault run first; if they pass, the others follow in this order. */
export const suites = {
  core: ['test', '--quiet', '--package', 'core-wasm', '--lib'],
  server: ['test', '--quiet', '--package', 'contact-centre', '--lib'],
  scenarios: ['test', '--quiet', '--package', 'workspace-sim', '--no-fail-fast'],
};

/** @typedef {keyof typeof suites} Suite */
const suiteNames = /** @type {Suite[]} */ (Object.keys(suites));
/** @typedef {{ name: string, breaks: string, nearest: Suite }} Patch */

/**
 * Reads `Breaks:` and `Nearest:` above the diff.
 * @param {string} name
 * @param {string} text
 * @returns {Patch}
 */
export function readPatch(name, text) {
  const field = (/** @type {string} */ key) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1];
  const breaks = field('Breaks');
  if (breaks === undefined) throw new Stop(`tests/mutants/${name}.patch does not say what it breaks.`);
  const nearest = suiteNames.find((suite) => suite === field('Nearest'));
  if (nearest === undefined)
    throw new Stop(`tests/mutants/${name}.patch: "${field('Nearest')}" is none of ${suiteNames.join(', ')}.`);
  return { name, breaks, nearest };
}

export const allPatches = () =>
  readdirSync(patchesFolder)
    .filter((file) => file.endsWith('.patch'))
    .sort()
    .map((file) => readPatch(file.replace(/\.patch$/, ''), readFileSync(join(patchesFolder, file), 'utf8')));

/**
 * Applies the patch. Resolves to undefined, or to git's error. Lines may have moved, and one line of context may
 * differ.
 * @param {string} name
 * @param {string[]} [flags]
 * @returns {string | undefined}
 */
function apply(name, flags = []) {
  // Git would treat a tree inside the project's repository as a part of it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(tree), GIT_DIR: join(tree, 'no-repository') };
  const args = ['apply', '--recount', '-C1', ...flags, join(patchesFolder, `${name}.patch`)];
  const done = spawnSync('git', args, { cwd: tree, env, encoding: 'utf8' });
  return done.status === 0 ? undefined : (done.stderr ?? String(done.error)).trim();
}

function copyTree() {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  // File times are kept, so that cargo rebuilds only what a fault changes.
  for (const part of copied) cpSync(inRoot(part), join(tree, part), { recursive: true, preserveTimestamps: true });
}

/**
 * The result of the tests: `passed`, `failed`, or the compiler's message.
 * @param {string[]} flags
 */
function outcomeOf(flags) {
  const env = environment({
    CARGO_TARGET_DIR: join(workFolder, 'build'),
    CARGO_TERM_COLOR: 'never',
    INSTA_UPDATE: 'no',
    RUST_BACKTRACE: '0',
  });
  const done = spawnSync('cargo', flags, { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.error) throw new Stop(`cargo could not be started (${done.error.message}).`);
  if (done.status === 0) return 'passed';
  const broken = /^error(?:\[E\d+\])?: (?!test failed)(.+)$/m.exec(`${done.stdout}\n${done.stderr}`)?.[1];
  return broken === undefined || /\.\.\. FAILED|^failures:/m.test(done.stdout)
    ? 'failed'
    : `does not compile: ${broken}`;
}

/** @param {Patch} patch */
function tryFaults({ name, nearest }) {
  const refused = apply(name);
  if (refused !== undefined) return `does not apply: ${refused}`;
  const order = [nearest, ...suiteNames.filter((other) => other !== nearest)];
  let outcome = 'passed';
  for (const suite of order) {
    outcome = outcomeOf(suites[suite]);
    if (outcome !== 'passed') break;
  }
  const stuck = apply(name, ['--reverse']);
  if (stuck !== undefined) throw new Stop(`${name} cannot be taken out again: ${stuck}`);
  return outcome;
}

export async function tryPatches() {
  copyTree();
  for (const [name, flags] of Object.entries(suites))
    if (outcomeOf(flags) !== 'passed') throw new Stop(`The tests fail already without a fault (${name}).`);
  const survivors = [];
  const patches = allPatches();
  for (const patch of patches) {
    const startedAt = Date.now();
    const outcome = tryFaults(patch);
    if (outcome !== 'failed') survivors.push(`${patch.name}: ${patch.breaks} (${outcome})`);
    say(`${outcome === 'failed' ? '✔' : '✖'} ${patch.name}  ${outcome}  (${seconds(Date.now() - startedAt)})`);
  }
  return { caught: patches.length - survivors.length, missed: survivors.length, survivors };
}
