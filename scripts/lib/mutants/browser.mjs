// Tries faults of ui/src with the tests of the browser. The page is built once with all of them, in a copy of the
// project; a script of tests-e2e/mutants.config.ts says which fault is active. A first run without one records which
// tests reach which fault; tests that fail in it are not used.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildServer } from '../build.mjs';
import { Stop, captured, inRoot, run, say, seconds, step } from '../console.mjs';
import { filesBelow, fingerprint } from '../stamp.mjs';
import { isMutated, keyOf, titleOf, withFaults } from './faults.mjs';

const workFolder = inRoot('target', 'mutants', 'browser');
const tree = join(workFolder, 'tree');
const coverageFile = join(workFolder, 'coverage.json');

/**
 * Number of tests that are tried with a fault in one run: first the nearest ones, and the others only if these pass.
 */
const BATCHES = [8, 16];
/** Number of parallel tests: each takes one processor for its browser and server. */
const AT_ONCE = 2;

/** @typedef {import('./faults.mjs').Fault} Fault */
/** @typedef {{ id: string, file: string, titles: string[], result: string, milliseconds: number }} Test `result`: expected, unexpected (also when repeated), flaky or skipped */
/**
 * The record of one file of tests from the run without an active fault; valid while `print` equals the fingerprint of the page and the
 * file.
 * @typedef {{ print: string, tests: Test[], reached: Record<string, string[]> }} Coverage `reached`: the faults' keys for each test's id
 */

function copyProject() {
  const parts = [
    ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'docs', 'scripts', 'tests-e2e', 'pkg'],
    ...readdirSync(inRoot('ui'))
      .filter((name) => name !== 'dist')
      .map((name) => join('ui', name)),
  ];
  for (const part of parts) {
    rmSync(join(tree, part), { recursive: true, force: true });
    // Unit tests are left out, because a new unit test does not change the page and would cause a new build.
    cpSync(inRoot(part), join(tree, part), { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) });
  }
  mkdirSync(join(tree, 'target'), { recursive: true });
  for (const shared of ['node_modules', join('target', 'tools')])
    if (!existsSync(join(tree, shared))) symlinkSync(inRoot(shared), join(tree, shared));
}

/**
 * Builds the page with the faults. Resolves to their ids.
 * @param {readonly Fault[]} faults
 */
async function build(faults) {
  copyProject();
  const { files, ids } = await withFaults(faults);
  for (const { file, text } of files) writeFileSync(join(tree, file), text);
  await run('node', ['-e', "import('./scripts/lib/build.mjs').then((build) => build.buildInterface())"], {
    cwd: tree,
    orStop: 'The page with the faults does not build: see the messages above.',
  });
  return ids;
}

/**
 * @typedef {object} Suite of Playwright's report
 * @property {string} title
 * @property {Suite[]} [suites]
 * @property {{ id: string, title: string, file: string, tests: { status: string, results: { duration: number }[] }[] }[]} [specs]
 */

/**
 * @param {string} text Playwright's report
 * @returns {Test[]}
 */
export function readTests(text) {
  /** @param {Suite} suite @param {string[]} above @returns {Test[]} */
  const walk = ({ suites = [], specs = [] }, above) => [
    ...specs.map(({ id, title, file, tests }) => ({
      id,
      file,
      titles: [...above, title],
      // The configuration has one project, so each spec has one entry.
      result: tests[0]?.status ?? 'skipped',
      milliseconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...suites.flatMap((suite) => walk(suite, [...above, suite.title])),
  ];
  // The outermost suites of the report are the spec files.
  return /** @type {{ suites: Suite[] }} */ (JSON.parse(text)).suites.flatMap((file) => walk(file, []));
}

/** A line of Playwright's option `--test-list`. @param {Test} test */
const listed = ({ file, titles }) => [file, ...titles].join(' › ');

/**
 * @param {string} name of the run's files
 * @param {{ args: string[], env: Record<string, string> }} options
 */
async function playwright(name, { args, env }) {
  const report = join(workFolder, 'reports', `${name}.json`);
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const options = ['--config', join('tests-e2e', 'mutants.config.ts'), '--output', join(workFolder, 'output', name)];
  // A failed test is a result; the output is in the log.
  await captured(() =>
    run('playwright', ['test', ...options, ...args], {
      cwd: tree,
      env: { ...env, MUTANTS_REPORT: report },
      log: join(workFolder, 'logs', `${name}.txt`),
    }),
  );
  if (!existsSync(report)) throw new Stop(`Playwright made no report of "${name}".`);
  return readTests(readFileSync(report, 'utf8'));
}

/**
 * Runs the tests without an active fault, except those of files whose coverage is known.
 * @param {Map<string, string>} ids of the faults by key
 * @param {Record<string, string>} env
 */
async function readCoverage(ids, env) {
  const files = filesBelow([join(tree, 'tests-e2e')]);
  const specs = files.filter(isSpec);
  const helpers = files.filter((file) => !isSpec(file));
  const page = fingerprint([...filesBelow([join(tree, 'ui', 'src')]).filter(isOfPage), join(tree, 'pkg'), ...helpers]);
  const prints = new Map(
    specs.map((file) => [file.slice(join(tree, 'tests-e2e').length + 1), fingerprint([file], [page])]),
  );
  /** @type {Record<string, Coverage>} */
  const known = existsSync(coverageFile) ? JSON.parse(readFileSync(coverageFile, 'utf8')) : {};
  const stale = [...prints].filter(([file, print]) => known[file]?.print !== print);
  if (stale.length > 0) {
    const folder = join(workFolder, 'coverage');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const tests = await step(`Recording which tests reach the faults (${stale.length} files)`, () =>
      playwright('coverage', {
        args: [...stale.map(([file]) => `/${file}$`), '--pass-with-no-tests'],
        env: { ...env, MUTANTS_COVERAGE: folder },
      }),
    );
    const keys = new Map([...ids].map(([key, id]) => [id, key]));
    const hits = filesBelow([folder]).flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean));
    for (const [file, print] of stale) {
      const own = tests.filter((test) => test.file === file);
      known[file] = { print, tests: own, reached: reachedBy(own, hits, keys) };
    }
    writeFileSync(coverageFile, JSON.stringify(known));
  }
  return [...prints.keys()].flatMap((file) => known[file] ?? []);
}

/** @param {string} file */
const isSpec = (file) => file.endsWith('.spec.ts');

/** Whether a change of the file changes the built page. @param {string} file in the copy */
const isOfPage = (file) => isMutated(file.slice(tree.length + 1)) || !/\.tsx?$/.test(file);

/**
 * @param {readonly Test[]} tests
 * @param {readonly string[]} hits `<test's id> <fault's id>`
 * @param {ReadonlyMap<string, string>} keys of the faults by id
 */
export function reachedBy(tests, hits, keys) {
  const all = hits.map((hit) => hit.split(' '));
  return Object.fromEntries(
    tests.map(({ id }) => [
      id,
      [...new Set(all.flatMap(([test, fault = '']) => (test === id ? (keys.get(fault) ?? []) : [])))],
    ]),
  );
}

/**
 * The tests that reach a fault: first tests whose names contain words of its path, then tests that reach few faults,
 * then short tests.
 * @param {Fault} fault
 * @param {readonly Coverage[]} coverage
 * @returns {Test[]}
 */
export function testsOf(fault, coverage) {
  const words = [...fault.file.replace(/^ui\/src\/(areas\/)?/, '').matchAll(/[A-Za-z][a-z]{3,}/g)].map(([word]) =>
    word.toLowerCase().replace(/s$/, ''),
  );
  return coverage
    .flatMap(({ tests, reached }) => tests.map((test) => ({ test, keys: reached[test.id] ?? [] })))
    .filter(({ test, keys }) => test.result === 'expected' && keys.includes(keyOf(fault)))
    .map(({ test, keys }) => {
      const text = `${test.file} ${test.titles.join(' ')}`.toLowerCase();
      return { test, named: words.filter((word) => text.includes(word)).length, reached: keys.length };
    })
    .sort(
      (one, other) =>
        other.named - one.named || one.reached - other.reached || one.test.milliseconds - other.test.milliseconds,
    )
    .map(({ test }) => test);
}

/**
 * Resolves to the title of a test that fails twice with the fault.
 * @param {string} id
 * @param {readonly Test[]} tests
 * @param {Record<string, string>} env
 */
async function testThatCatches(id, tests, env) {
  let from = 0;
  for (const size of BATCHES) {
    const batch = tests.slice(from, (from += size));
    if (batch.length === 0) return undefined;
    const list = join(workFolder, `fault-${id}.txt`);
    writeFileSync(list, batch.map((test) => `${listed(test)}\n`).join(''));
    const results = await playwright(`fault-${id}`, {
      args: ['--test-list', list, '--workers', '1', '--retries', '1', '--max-failures', '1'],
      env: { ...env, MUTANTS_ACTIVE: id },
    });
    if (results.length === 0) throw new Stop(`Playwright found none of the tests of fault ${id}.`);
    const failed = results.find(({ result }) => result === 'unexpected');
    if (failed) return failed.titles.join(' › ');
  }
  return undefined;
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<void>} work
 */
async function eachOf(items, work) {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * The outcome of each fault by its key.
 * @param {readonly Fault[]} compiled the faults that are compiled into the page
 * @param {readonly Fault[]} tried
 * @returns {Promise<Map<string, 'caught' | 'survived' | 'not run'>>}
 */
export async function tryFaultsInBrowser(compiled, tried) {
  /** @type {Map<string, 'caught' | 'survived' | 'not run'>} */
  const outcomes = new Map();
  if (tried.length === 0) return outcomes;
  const env = { SERVER_PROGRAM: process.env.SERVER_PROGRAM ?? (await buildServer('proof')) };
  const ids = await step('Building the page with the faults', () => build(compiled));
  const coverage = await readCoverage(ids, env);
  await eachOf(tried, async (fault) => {
    const startedAt = Date.now();
    const id = ids.get(keyOf(fault));
    if (id === undefined) throw new Stop(`The page was built without the fault ${keyOf(fault)}.`);
    const tests = testsOf(fault, coverage);
    const found = await testThatCatches(id, tests, env);
    outcomes.set(keyOf(fault), found !== undefined ? 'caught' : tests.length > 0 ? 'survived' : 'not run');
    const why = found ?? `${tests.length} tests reach it`;
    say(`${found === undefined ? '✖' : '✔'} ${titleOf(fault)}  ${why}  (${seconds(Date.now() - startedAt)})`);
  });
  return outcomes;
}
