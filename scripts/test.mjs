// `npm test` runs every check and test of the project. Steps run in parallel lanes (scripts/lib/steps.mjs) and print
// their output when they end; a table with their times and budgets ends the run. `--keep-going` continues after a failure,
// `--only <step>` runs one step, `--all` also runs steps whose inputs are unchanged since they passed (as CI=true
// does), `--keep-times` writes the times into docs/performance.md. Reports for `npm run requirements` are in
// target/reports.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import {
  Stop,
  captured,
  inRoot,
  main,
  outputOf,
  readArguments,
  say,
  seconds,
  whileProgressing,
} from './lib/console.mjs';
import { runLanes } from './lib/lanes.mjs';
import { leftOutTests } from './lib/real-parts.mjs';
import { reportFile, suites } from './lib/reports.mjs';
import { setUp } from './lib/setup.mjs';
import { fingerprint, hasStamp, setStamp } from './lib/stamp.mjs';
import { reportWholeRun, resultLines, writeIntoDocument, writeTimes } from './lib/times.mjs';

/** @typedef {import('./lib/steps.mjs').Step} Step */

/**
 * Budget of the set-up in minutes, with the packages of npm and cargo in their caches, and wasm-pack and wasm-bindgen
 * compiled.
 */
const SET_UP_BUDGET = 2;

/** Imported here, because the packages exist only after the set-up. */
const loadSteps = async () => (await import('./lib/steps.mjs')).steps;

/** @param {Step[]} steps @param {string | undefined} only */
function chosenSteps(steps, only) {
  if (only === undefined) return steps;
  const chosen = steps.filter(({ name }) => name === only);
  if (chosen.length === 0)
    throw new Stop(`There is no step "${only}". The steps: ${steps.map(({ name }) => name).join(', ')}.`);
  return chosen;
}

const versions = () => [process.version, outputOf('rustc', ['--version']) ?? ''];
/** @param {Step} step */
const printOf = (step) => step.inputs && fingerprint(step.inputs, versions());

/** @param {string} name */
const reportsOf = (name) => suites.filter((suite) => suite.step === name).map(({ file }) => reportFile(file));

/**
 * Whether a step passed with these inputs and its reports still exist.
 * @param {Step} step
 * @param {string | undefined} print
 */
function isUnchanged(step, print) {
  return print !== undefined && hasStamp(`step-${step.name}`, print, reportsOf(step.name));
}

/** @param {Step} step */
async function perform(step) {
  // A report of an earlier run must not count for this one.
  for (const file of reportsOf(step.name)) rmSync(file, { force: true });
  const work = () =>
    whileProgressing(step.limit, step.run).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof Stop)) throw error;
      say(`✖ ${error.message}`);
      return false;
    });
  if (step.lane === undefined) {
    say(`\n━━ ${step.name}: ${step.what}`);
    return work();
  }
  say(`• ${step.name} begins`);
  const { result, output } = await captured(work);
  say(`\n━━ ${step.name}: ${step.what}`);
  process.stdout.write(output);
  return result;
}

/** @param {import('./lib/times.mjs').StepTime[]} results */
function printTable(results) {
  say('');
  for (const line of resultLines(results)) say(line);
}

await main(async () => {
  const options = readArguments(process.argv.slice(2), {
    flags: ['keep-going', 'all', 'keep-times'],
    values: ['only'],
  });
  const everything = options.all || process.env.CI === 'true' || options.only !== undefined;
  // The cache of incremental compilation would be written and never read.
  if (process.env.CI === 'true') process.env.CARGO_INCREMENTAL ??= '0';
  const startedAt = Date.now();
  const fromNothing = options.only === undefined && !existsSync(inRoot('target', 'stamps'));
  await setUp();
  const prepared = Date.now() - startedAt;
  const chosen = chosenSteps(await loadSteps(), options.only);
  mkdirSync(reportFile(''), { recursive: true });
  rmSync(reportFile('whole-run.xml'), { force: true });
  /** @type {Map<string, Pick<import('./lib/times.mjs').StepTime, 'outcome' | 'took'>>} */
  const done = new Map();
  const keepGoing = options['keep-going'] === true;
  await runLanes(
    chosen,
    async (step) => {
      const print = printOf(step);
      if (!everything && isUnchanged(step, print)) {
        done.set(step.name, { outcome: 'unchanged', took: 0 });
        return true;
      }
      const began = Date.now();
      const passed = await perform(step);
      const took = Date.now() - began;
      done.set(step.name, { outcome: passed ? 'passed' : 'FAILED', took });
      say(`${passed ? '✔' : '✖'} ${step.name} (${seconds(took)})`);
      const isWhole = !leftOutTests().some(({ step: name }) => name === step.name);
      if (passed && isWhole && print !== undefined) setStamp(`step-${step.name}`, print);
      return passed;
    },
    { keepGoing },
  );
  const total = Date.now() - startedAt;
  /** @type {import('./lib/times.mjs').StepTime[]} */
  const results = [
    { name: 'set-up', outcome: 'passed', took: prepared, budget: SET_UP_BUDGET },
    ...chosen.map(({ name, budget }) => ({
      name,
      budget,
      ...(done.get(name) ?? /** @type {const} */ ({ outcome: 'not run', took: 0 })),
    })),
  ];
  printTable(results);
  for (const { step, reason } of leftOutTests()) say(`${step.padEnd(14)}left out: ${reason}`);
  const failed = results.some(({ outcome }) => outcome === 'FAILED' || outcome === 'not run');
  if (options.only === undefined) writeTimes(results, total);
  if (!failed && fromNothing) reportWholeRun(total);
  if (options['keep-times']) writeIntoDocument(results, total);
  say(`\n${failed ? 'The run is red' : 'All steps passed'} after ${seconds(total)}`);
  return failed ? 1 : 0;
});
