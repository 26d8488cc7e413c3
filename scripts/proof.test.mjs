// Tests of the parts and the report of `npm run proof`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { environment, root } from './lib/console.mjs';
import { DEEP_FOR_COMMITS, chosenParts, deepRowsOf, parts, proofReport } from './lib/proof.mjs';

test('every part of the proof gets the seed or repeats its tests, and a greater depth makes it longer', () => {
  for (const { name, commands } of parts) {
    assert.notDeepEqual(commands(7, 1), commands(7, 2), name);
    if (name !== 'suites')
      assert.ok(
        commands(7, 1).every((words) => words.includes('7')),
        name,
      );
  }
});

/**
 * Maximum numbers of browser tests of `npm test`. The sheets of the gallery are not counted: they are states, not journeys.
 */
const MOST_OF_ALL = 200;
const MOST_OF_A_FILE = 12;
const SHEETS = 'each sheet';

/** @typedef {{ title: string, file: string, specs?: { tags: string[] }[], suites?: ListedSuite[] }} ListedSuite */

/** The file of each browser test that is not a sheet of the gallery, and whether the test is deep. */
function browserTests() {
  const args = ['test', '--config', 'tests-e2e/playwright.config.ts', '--list', '--reporter=json'];
  // A list needs no browser, but the configuration looks for one.
  const env = environment({ CHROMIUM_PATH: process.execPath, DEEP: '1' });
  const { stdout } = spawnSync('playwright', args, { cwd: root, env, encoding: 'utf8', maxBuffer: 100_000_000 });
  /** @type {{ suites: ListedSuite[] }} */
  const { suites } = JSON.parse(stdout);
  /** @param {ListedSuite} suite @returns {{ file: string, isDeep: boolean }[]} */
  const walk = ({ title, file, specs = [], suites: inner = [] }) =>
    title === SHEETS
      ? []
      : [...specs.map(({ tags }) => ({ file, isDeep: tags.includes('deep') })), ...inner.flatMap(walk)];
  return suites.flatMap(walk);
}

test(`npm test has at most ${MOST_OF_ALL} browser tests, and at most ${MOST_OF_A_FILE} of a file`, () => {
  const tests = browserTests();
  const usual = tests.filter(({ isDeep }) => !isDeep).map(({ file }) => file);
  assert.ok(usual.length > 100 && usual.length < tests.length, `${usual.length} of ${tests.length}`);
  assert.ok(usual.length <= MOST_OF_ALL, `${usual.length} tests: mark further cases as deep`);
  const fullFiles = [...new Set(usual)].filter((file) => usual.filter((one) => one === file).length > MOST_OF_A_FILE);
  assert.deepEqual(fullFiles, [], 'mark further cases as deep');
});

test('parts are chosen by name, and an unknown name lists the known ones', () => {
  assert.deepEqual(
    chosenParts('kills,fuzz').map(({ name }) => name),
    ['kills', 'fuzz'],
  );
  assert.throws(
    () => chosenParts('kill'),
    /The parts: fuzz, days, days-whatsapp, days-voice, days-postgres, rooms, corpus, kills, api, suites/,
  );
});

test('a run of some parts keeps the results of the others, with their commit and rows', () => {
  const result = (/** @type {string} */ name, passed = true) => ({ name, passed, seed: 7, minutes: 1 });
  const run = { depth: 1, rows: ['CON-017', 'CON-017'] };
  const first = proofReport(undefined, { ...run, commit: 'a', results: [result('suites'), result('fuzz', false)] });
  const second = JSON.parse(proofReport(first, { ...run, commit: 'b', results: [result('fuzz')], rows: [] }));
  assert.deepEqual(
    second.parts.map((/** @type {{ name: string, commit: string, passed: boolean }} */ { name, commit, passed }) => [
      name,
      commit,
      passed,
    ]),
    [
      ['fuzz', 'b', true],
      ['suites', 'a', true],
    ],
  );
  assert.deepEqual(second.rows, { commit: 'a', ids: ['CON-017'] });
});

test('rows that the deep run proved stay proved for 200 commits of the same history', () => {
  const report = JSON.stringify({ parts: [], rows: { commit: 'a', ids: ['CON-017'] } });
  const ids = (/** @type {number | undefined} */ age) => [...deepRowsOf(report, () => age)];
  assert.deepEqual([ids(0), ids(DEEP_FOR_COMMITS)], [['CON-017'], ['CON-017']]);
  assert.deepEqual([ids(DEEP_FOR_COMMITS + 1), ids(undefined)], [[], []]);
  assert.deepEqual([...deepRowsOf(undefined, () => 0)], []);
});
