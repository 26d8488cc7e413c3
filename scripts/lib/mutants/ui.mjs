// The faults of ui/src: first Stryker with the tests of vitest, then the tests of the browser for what survives.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { buildModule } from '../build.mjs';
import { Stop, inRoot, outputOf, root, run, say } from '../console.mjs';
import { tryFaultsInBrowser } from './browser.mjs';
import { allFaults, chosenFile, isMutated, keyOf, rangeOf, titleOf } from './faults.mjs';
import { sampleOf, shardOf } from './sample.mjs';
import { choiceText } from './scores.mjs';

const reportPath = inRoot('target', 'mutants', 'stryker.json');
const configPath = inRoot('target', 'mutants', 'stryker.config.json');
const lastPath = inRoot('target', 'mutants', 'ui.json');

/** @typedef {import('./scores.mjs').Choice} Choice */
/** @typedef {import('./faults.mjs').Fault} Fault */

/**
 * The lines of the product that a diff without context adds, `file:line`.
 * @param {string} diff
 * @returns {Set<string>}
 */
export function addedLines(diff) {
  let file = '';
  return new Set(
    diff.split('\n').flatMap((line) => {
      const next = /^\+\+\+ b\/(.+)$/.exec(line)?.[1];
      if (next !== undefined) file = next;
      const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (first === undefined || !isMutated(file)) return [];
      return Array.from({ length: Number(count) }, (_, at) => `${file}:${Number(first) + at}`);
    }),
  );
}

/** @param {Choice} choice @returns {Promise<Fault[]>} */
async function choose({ since, sample = 0, seed = 1, shard }) {
  const all = await allFaults();
  if (since === undefined) return shardOf(sampleOf(all, sample, seed), shard);
  const lines = addedLines(
    outputOf('git', ['diff', '--unified=0', since, '--', 'ui/src'], { maxBuffer: 1 << 28 }) ?? '',
  );
  return all.filter(({ file, start }) => lines.has(`${file}:${start.line}`));
}

/**
 * @typedef {object} StrykerFault
 * @property {string} status
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {{ start: import('./faults.mjs').Position, end: import('./faults.mjs').Position }} location columns from 1
 */

/**
 * The chosen faults that Stryker's report counts as caught. Stryker makes other faults too, at the places of the chosen
 * ones.
 * @param {string} text
 * @param {readonly Fault[]} chosen
 * @returns {{ caught: Fault[], missed: Fault[] }}
 */
export function readReport(text, chosen) {
  /** @type {{ files: Record<string, { mutants: StrykerFault[] }> }} */
  const { files } = JSON.parse(text);
  const before = (/** @type {import('./faults.mjs').Position} */ { line, column }) => ({ line, column: column - 1 });
  const statuses = new Map(
    Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants.map(({ status, mutatorName: mutator, replacement = '', location: { start, end } }) => [
        keyOf({ file, start: before(start), end: before(end), mutator, replacement }),
        status,
      ]),
    ),
  );
  const absent = chosen.find((fault) => !statuses.has(keyOf(fault)));
  if (absent) throw new Stop(`Stryker did not make the fault ${keyOf(absent)}.`);
  const having = (/** @type {string[]} */ ...wanted) =>
    chosen.filter((fault) => wanted.includes(statuses.get(keyOf(fault)) ?? ''));
  return { caught: having('Killed', 'Timeout'), missed: having('Survived', 'NoCoverage', 'Ignored') };
}

/** @param {readonly Fault[]} chosen */
async function tryFaultsWithVitest(chosen) {
  const config = {
    plugins: ['@stryker-mutator/vitest-runner', inRoot('scripts', 'lib', 'mutants', 'strykerPlugin.mjs')],
    ignorers: ['chosen'],
    testRunner: 'vitest',
    vitest: { configFile: 'ui/vitest.config.ts' },
    mutate: [...new Set(chosen.map(rangeOf))],
    // Some tests of the interface read the sources of the core and the server, and the documents. Other large folders are not copied.
    ignorePatterns: ['target', 'ui/dist', 'data', 'tests', 'bench'],
    tempDirName: 'target/mutants/stryker',
    reporters: ['json', 'clear-text'],
    jsonReporter: { fileName: reportPath },
    concurrency: 2,
    coverageAnalysis: 'perTest',
    // A fault in code that runs when a module is loaded would be tried with every test; the browser's tests try it.
    ignoreStatic: true,
    // Stryker's default limit of five minutes is too short on a busy machine.
    dryRunTimeoutMinutes: 30,
    // A fault counts as caught when its tests time out, so a busy machine must not be the reason.
    timeoutMS: 60_000,
    allowConsoleColors: false,
  };
  mkdirSync(dirname(reportPath), { recursive: true });
  rmSync(reportPath, { force: true });
  writeFileSync(configPath, JSON.stringify(config, null, 1));
  writeFileSync(chosenFile, JSON.stringify(chosen));
  const code = await run('stryker', ['run', relative(root, configPath)]);
  if (code !== 0 || !existsSync(reportPath)) throw new Stop('Stryker failed: see its messages above.');
  return readReport(readFileSync(reportPath, 'utf8'), chosen);
}

/**
 * The result of the last run, so that `--survivors` tries only the survivors again. @typedef {{ choice: string, chosen:
 * Fault[], caught: string[] }} Last
 */

/** @param {Choice} choice @returns {Last} */
function lastRun(choice) {
  /** @type {Last | undefined} */
  const last = existsSync(lastPath) ? JSON.parse(readFileSync(lastPath, 'utf8')) : undefined;
  if (last?.choice !== choiceText(choice)) throw new Stop(`No earlier run of "${choiceText(choice)}" has survivors.`);
  return last;
}

/** @param {Choice} choice @returns {Promise<import('./scores.mjs').Score>} */
export async function tryUiFaults(choice) {
  await buildModule();
  const { chosen, caught } = choice.survivors
    ? lastRun(choice)
    : { chosen: await choose(choice), caught: /** @type {string[]} */ ([]) };
  const tried = chosen.filter((fault) => !caught.includes(keyOf(fault)));
  if (tried.length === 0) return { caught: caught.length, missed: 0, survivors: [] };
  const first = await tryFaultsWithVitest(tried);
  say(`vitest: ${first.caught.length} of ${tried.length} caught`);
  const outcomes = await tryFaultsInBrowser(chosen, first.missed);
  const survivors = first.missed.filter((fault) => outcomes.get(keyOf(fault)) !== 'caught');
  const found = [...first.caught, ...first.missed.filter((fault) => !survivors.includes(fault))];
  const all = [...caught, ...found.map(keyOf)];
  writeFileSync(lastPath, JSON.stringify({ choice: choiceText(choice), chosen, caught: all }));
  return {
    caught: all.length,
    missed: survivors.length,
    survivors: survivors.map((fault) =>
      outcomes.get(keyOf(fault)) === 'not run' ? `${titleOf(fault)} (no test runs it)` : titleOf(fault),
    ),
  };
}
