// How long each step of `npm test` took: target/reports/times.json for programs, optionally a table in docs/performance.md, and
// a report for `npm run requirements` if every step ran from nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { inRoot, seconds } from './console.mjs';
import { reportFile } from './reports.mjs';

const LIMIT_MINUTES = 35;
const document = inRoot('docs', 'performance.md');
const BEGIN = '<!-- times: begin -->\n';
const END = '<!-- times: end -->\n';

/** @typedef {{ name: string, outcome: 'passed' | 'FAILED' | 'unchanged' | 'not run', took: number, budget?: number }} StepTime `took` in ms, `budget` in minutes */

/**
 * The table at the end of a run. A missed budget is marked and does not fail the run, because machines differ.
 * @param {StepTime[]} results
 */
export const resultLines = (results) =>
  results.map(({ name, outcome, took, budget }) => {
    const isOver = budget !== undefined && took > budget * 60_000;
    const time = took > 0 ? seconds(took) : '';
    return `${name.padEnd(14)}${outcome.padEnd(11)}${time}${isOver ? `  ⚠ over its budget of ${budget} min` : ''}`.trimEnd();
  });

/** @param {StepTime[]} steps @param {number} total */
export function writeTimes(steps, total) {
  const machine = { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  writeFileSync(reportFile('times.json'), `${JSON.stringify({ machine, total, steps }, null, 1)}\n`);
}

/** @param {Pick<StepTime, 'name' | 'took' | 'budget'>[]} steps @param {number} total */
export function timesTable(steps, total) {
  const lines = [...steps, { name: 'whole run', took: total, budget: LIMIT_MINUTES }].map(
    ({ name, took, budget }) => `| ${name} | ${seconds(took)} | ${budget === undefined ? '' : `${budget} min`} |`,
  );
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors`;
  return `${machine}:\n\n| step | time | budget |\n|---|---|---|\n${lines.join('\n')}\n`;
}

/** @param {string} text @param {string} table */
export function withTable(text, table) {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/performance.md has no place for the times');
  return `${text.slice(0, begin + BEGIN.length)}\n${table}\n${text.slice(end)}`;
}

/** @param {StepTime[]} steps @param {number} total */
export const writeIntoDocument = (steps, total) =>
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), timesTable(steps, total)));

/**
 * Writes the report of a whole run. The total time depends on the machine, so a missed limit leaves the row without
 * proof but does not fail the run.
 * @param {number} total
 */
export function reportWholeRun(total) {
  const inside = total <= LIMIT_MINUTES * 60_000 ? '' : `<failure message="${seconds(total)}"/>`;
  const name = `the whole proof from nothing takes at most ${LIMIT_MINUTES} minutes and prints the time of each step [BEY-125]`;
  writeFileSync(
    reportFile('whole-run.xml'),
    `<testsuite name="whole run">\n<testcase name="${name}">${inside}</testcase>\n</testsuite>\n`,
  );
}
