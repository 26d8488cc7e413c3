// Reads the reports of the last `npm test` as tests with a name and an outcome. Knows the formats, not the meaning of
// the names.
import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './console.mjs';

/** @typedef {'passed' | 'failed' | 'skipped'} Outcome */
/** @typedef {{ name: string, outcome: Outcome | undefined }} TestResult */
/** @typedef {Record<string, Outcome | undefined>} Outcomes the outcome for each word of a report */

/**
 * `test module::name ... ok`, as cargo test and the wasm-bindgen runner print it.
 * @param {string} text
 * @returns {TestResult[]}
 */
export function readCargoTest(text) {
  /** @type {Outcomes} */
  const outcomes = { ok: 'passed', FAILED: 'failed', FAIL: 'failed', ignored: 'skipped', ignore: 'skipped' };
  return [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|FAIL|ignored|ignore)\b/gm)].map(
    ([, name = '', word = '']) => ({
      name,
      outcome: outcomes[word],
    }),
  );
}

/** @param {string} text @returns {TestResult[]} */
export function readVitest(text) {
  /** @type {Outcomes} */
  const outcomes = { passed: 'passed', failed: 'failed' };
  /** @type {{ testResults: { assertionResults: { fullName: string, status: string }[] }[] }} */
  const report = JSON.parse(text);
  return report.testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({ name: fullName, outcome: outcomes[status] ?? 'skipped' })),
  );
}

/**
 * @typedef {{ status: string, expectedStatus: string }} PlaywrightRun
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightRun[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {string} text @returns {TestResult[]} */
export function readPlaywright(text) {
  // A flaky test passed only on a retry, which is no proof.
  /** @type {Outcomes} */
  const outcomes = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' };
  /** @param {PlaywrightSuite} suite @param {string[]} titles @returns {TestResult[]} */
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((run) => ({ name: [...titles, spec.title].join(' '), outcome: expectedOutcome(outcomes, run) })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  /** @type {{ suites: PlaywrightSuite[] }} */
  const report = JSON.parse(text);
  return report.suites.flatMap((file) => walk(file, []));
}

/**
 * The tests that took the longest time, the slowest first, with their file; `took` in ms.
 * @param {string} text Playwright's report
 * @param {number} count
 * @returns {{ name: string, took: number }[]}
 */
export function slowestTests(text, count) {
  /** @typedef {{ title: string, specs?: { title: string, tests: { results: { duration: number }[] }[] }[], suites?: TimedSuite[] }} TimedSuite */
  /** @param {TimedSuite} suite @param {string[]} above @returns {{ name: string, took: number }[]} */
  const walk = ({ title, specs = [], suites = [] }, above) => [
    ...specs.map((spec) => ({
      name: [...above, title, spec.title].join(' › '),
      took: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...suites.flatMap((inner) => walk(inner, [...above, title])),
  ];
  /** @type {{ suites: TimedSuite[] }} */
  const { suites } = JSON.parse(text);
  return suites
    .flatMap((suite) => walk(suite, []))
    .sort((one, other) => other.took - one.took)
    .slice(0, count);
}

/**
 * Playwright reports a test that is expected to fail, and does, as "expected", but it proves nothing.
 * @param {Outcomes} outcomes
 * @param {PlaywrightRun} run
 */
function expectedOutcome(outcomes, { status, expectedStatus }) {
  return status === 'expected' && expectedStatus !== 'passed' ? 'skipped' : outcomes[status];
}

/** @type {Record<string, string>} */
const XML_ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
/** @param {string} text */
const plain = (text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (entity) => XML_ENTITIES[entity] ?? entity);

/**
 * Reads the JUnit report of Node's test runner.
 * @param {string} text
 * @returns {TestResult[]}
 */
export function readJunit(text) {
  return [...text.matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, name = '', inside = '']) => ({
      name: plain(name),
      outcome: inside.includes('<failure') ? 'failed' : inside.includes('<skipped') ? 'skipped' : 'passed',
    }),
  );
}

/** @param {string} name */
export const reportFile = (name) => inRoot('target', 'reports', name);

/** The suites of `npm test`, each with its step, its report and its reader. */
export const suites = [
  { name: 'native', step: 'native', file: 'native.txt', read: readCargoTest },
  { name: 'postgres', step: 'postgres', file: 'postgres.txt', read: readCargoTest },
  { name: 'simulation', step: 'simulation', file: 'simulation.txt', read: readCargoTest },
  { name: 'border', step: 'border', file: 'border.txt', read: readCargoTest },
  { name: 'ui', step: 'ui', file: 'vitest.json', read: readVitest },
  { name: 'browser', step: 'browser', file: 'playwright.json', read: readPlaywright },
  { name: 'old-engine', step: 'old-engine', file: 'old-engine.xml', read: readJunit },
  { name: 'bench', step: 'bench', file: 'bench.xml', read: readJunit },
  { name: 'whole run', step: 'whole run', file: 'whole-run.xml', read: readJunit },
];

/** The tests of every suite that has a report; `tests` is undefined for a suite that did not run. */
export function readReports() {
  return suites.map(({ name, file, read }) => {
    const path = reportFile(file);
    return { name, tests: existsSync(path) ? read(readFileSync(path, 'utf8')) : undefined };
  });
}
