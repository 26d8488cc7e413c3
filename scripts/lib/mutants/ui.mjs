// Runs Stryker on ui/src with the tests of vitest.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildModule } from '../build.mjs';
import { Stop, inRoot, outputOf, root, run } from '../console.mjs';
import { filesBelow } from '../stamp.mjs';
import { sampleOf } from './sample.mjs';

const reportPath = inRoot('target', 'mutants', 'stryker.json');
const configPath = inRoot('target', 'mutants', 'stryker.config.json');

/** @typedef {import('./scores.mjs').Choice} Choice */

/**
 * The product's sources, without tests, the gallery and types.
 * @param {string} file
 */
export const isMutated = (file) =>
  /^ui\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|^ui\/src\/gallery\/|^ui\/src\/i18n\/[^/]+\//.test(file);

/**
 * A line on which a fault can be made: not blank, a comment, an import or a single bracket.
 * @param {string} line
 */
export const isStatement = (line) => !/^\s*($|\/\/|\/?\*|import\b|export \*|[)}\]>;,/]+$)/.test(line);

/**
 * Stryker cannot draw a sample: whole lines are drawn, and every fault that begins on one of them is made.
 * @param {Choice} choice
 */
function sampledLines({ sample = 0, seed = 1 }) {
  const lines = filesBelow([inRoot('ui', 'src')])
    .map((file) => relative(root, file))
    .filter(isMutated)
    .flatMap((file) =>
      readFileSync(inRoot(file), 'utf8')
        .split('\n')
        .map((text, at) => ({ place: `${file}:${at + 1}-${at + 1}`, text })),
    );
  return sampleOf(
    lines.filter(({ text }) => isStatement(text)),
    sample,
    seed,
  ).map(({ place }) => place);
}

/**
 * `file:first-last` for each hunk that a diff without context adds.
 * @param {string} diff
 * @returns {string[]}
 */
export function addedLines(diff) {
  let file = '';
  return diff.split('\n').flatMap((line) => {
    const next = /^\+\+\+ b\/(.+)$/.exec(line)?.[1];
    if (next !== undefined) file = next;
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined || count === '0' || !isMutated(file)) return [];
    return [`${file}:${first}-${Number(first) + Number(count) - 1}`];
  });
}

/** @param {string} since */
const changedLines = (since) =>
  addedLines(outputOf('git', ['diff', '--unified=0', since, '--', 'ui/src'], { maxBuffer: 1 << 28 }) ?? '');

/** @typedef {{ status: string, mutatorName: string, location: { start: { line: number } } }} StrykerFault */

/** @param {string} text @returns {import('./scores.mjs').Score} */
export function readReport(text) {
  /** @type {{ files: Record<string, { mutants: StrykerFault[] }> }} */
  const { files } = JSON.parse(text);
  const faults = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ ...mutant, file })));
  const missed = faults.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
  return {
    caught: faults.filter(({ status }) => ['Killed', 'Timeout'].includes(status)).length,
    missed: missed.length,
    survivors: missed.map(({ file, location, mutatorName }) => `${file}:${location.start.line}: ${mutatorName}`),
  };
}

/** @param {Choice} choice @returns {Promise<import('./scores.mjs').Score>} */
export async function huntUi(choice) {
  await buildModule();
  const mutate = choice.since === undefined ? sampledLines(choice) : changedLines(choice.since);
  if (mutate.length === 0) return { caught: 0, missed: 0, survivors: [] };
  const config = {
    testRunner: 'vitest',
    vitest: { configFile: 'ui/vitest.config.ts' },
    mutate,
    // Some tests of the interface read the sources of the core and the server, and the documents. Other large folders are not copied.
    ignorePatterns: ['target', 'ui/dist', 'data', 'tests', 'bench'],
    tempDirName: 'target/mutants/stryker',
    reporters: ['json', 'clear-text'],
    jsonReporter: { fileName: reportPath },
    concurrency: 2,
    coverageAnalysis: 'perTest',
    // The default of five minutes is too short on a busy machine.
    dryRunTimeoutMinutes: 30,
    allowConsoleColors: false,
  };
  mkdirSync(inRoot('target', 'mutants'), { recursive: true });
  rmSync(reportPath, { force: true });
  writeFileSync(configPath, JSON.stringify(config, null, 1));
  const code = await run('stryker', ['run', relative(root, configPath)]);
  if (code !== 0 || !existsSync(reportPath)) throw new Stop('Stryker failed: see its messages above.');
  return readReport(readFileSync(reportPath, 'utf8'));
}
