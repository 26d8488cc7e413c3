// Tests, by example, what proves a requirement: the rows in test names and the runners' reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCargoTest, readJunit, readPlaywright, readVitest, slowestTests } from './lib/reports.mjs';
import { evaluate, readCatalogue, rowsOfName } from './requirements.mjs';

const areas = new Set(['CHN', 'VOI', 'API']);

/** @type {[name: string, rows: string[]][]} */
const names = [
  ['channels::machine::tests::chn_006_connecting_makes_it_available', ['CHN-006']],
  ['channels::tests::status::case_03_chn_006', ['CHN-006']],
  ['channels::tests::chn_006_voi_044_both', ['CHN-006', 'VOI-044']],
  ['connects the channel [CHN-006]', ['CHN-006']],
  ['connects [CHN-006] and rings [VOI-044, VOI-045]', ['CHN-006', 'VOI-044', 'VOI-045']],
  ['twice [CHN-006] [CHN-006]', ['CHN-006']],
  ['a reply_404_is_shown', []],
  ['chn_0061_is_no_row', []],
  ['mychn_006_is_no_row', []],
  ['CHN-006 outside brackets', []],
  ['an unknown area [XYZ-001]', ['XYZ-001']],
];
for (const [name, rows] of names) {
  test(`the rows in the test name "${name}" are found`, () => assert.deepEqual(rowsOfName(name, areas), rows));
}

const catalogue = readCatalogue(
  [
    'id\tarea\tkind\trequirement\tsource\tstage',
    'CHN-006\tCHN\trule\tConnecting makes it available.\tsession\tchat',
    'CHN-007\tCHN\trule\tOPEN: not shown.\tsession\tchat',
    'VOI-044\tVOI\trule\tIt rings.\tsession\tvoice',
  ].join('\n'),
);
/** @typedef {import('./lib/reports.mjs').TestResult} TestResult */

/** @param {string} name @returns {TestResult} */
const passed = (name) => ({ name, outcome: 'passed' });
/** @param {string} name @returns {TestResult} */
const failed = (name) => ({ name, outcome: 'failed' });

test('a row is proved by a test that passed, not by one that failed or was skipped', () => {
  /** @type {TestResult[]} */
  const tests = [passed('a [CHN-006]'), failed('b [VOI-044]'), { name: 'c [CHN-007]', outcome: 'skipped' }];
  const { rows } = evaluate(catalogue, [{ name: 'ui', tests }]);
  assert.deepEqual(Object.fromEntries(rows.map(({ id, tests: proofs }) => [id, proofs])), {
    'CHN-006': ['ui: a [CHN-006]'],
    'CHN-007': [],
    'VOI-044': [],
  });
});

test('a row with a passing and a failing test is proved', () => {
  const { rows } = evaluate(catalogue, [{ name: 'ui', tests: [failed('a [CHN-006]'), passed('b [CHN-006]')] }]);
  assert.deepEqual(rows[0]?.tests, ['ui: b [CHN-006]']);
});

test('stages count firm and open rows separately and list the missing ones', () => {
  const { stages } = evaluate(catalogue, [{ name: 'native', tests: [passed('t::chn_007_x')] }]);
  assert.deepEqual(stages, [
    { stage: 'chat', firm: 1, firmNamed: 0, all: 2, allNamed: 1, missing: ['CHN-006'] },
    { stage: 'voice', firm: 1, firmNamed: 0, all: 1, allNamed: 0, missing: ['VOI-044'] },
  ]);
});

test('an unknown row is reported, also if its test failed', () => {
  const { unknown } = evaluate(catalogue, [{ name: 'native', tests: [failed('t::chn_999_x')] }]);
  assert.deepEqual(unknown, [{ id: 'CHN-999', suite: 'native', test: 't::chn_999_x' }]);
});

test('a test that names six rows is reported, because one test cannot prove as many', () => {
  const name = 'all [CHN-006, CHN-007, VOI-044, VOI-045, VOI-046, VOI-047]';
  assert.equal(evaluate(catalogue, [{ name: 'ui', tests: [passed(name)] }]).crowded.length, 1);
});

test('the output lines of cargo test are read as tests', () => {
  const text = [
    'running 4 tests',
    'test a::chn_006_x ... ok',
    'test b ... FAILED',
    'test c ... ignored, needs a broker',
    'test src/lib.rs - flow (line 3) ... ok',
    'test d - should panic ... ok',
    'test result: FAILED. 2 passed; 1 failed',
  ].join('\n');
  assert.deepEqual(readCargoTest(text), [
    { name: 'a::chn_006_x', outcome: 'passed' },
    { name: 'b', outcome: 'failed' },
    { name: 'c', outcome: 'skipped' },
    { name: 'src/lib.rs - flow (line 3)', outcome: 'passed' },
    { name: 'd', outcome: 'passed' },
  ]);
});

test('a test of vitest is read with the names of its suites', () => {
  const text = JSON.stringify({
    testResults: [
      {
        assertionResults: [
          { fullName: 'host stops [CHN-006]', status: 'passed' },
          { fullName: 'later', status: 'pending' },
        ],
      },
    ],
  });
  assert.deepEqual(readVitest(text), [
    { name: 'host stops [CHN-006]', outcome: 'passed' },
    { name: 'later', outcome: 'skipped' },
  ]);
});

test('playwright nests suites; a test that passed on a retry, or was expected to fail, proves no row', () => {
  const run = (/** @type {string} */ status, expectedStatus = 'passed') => [{ status, expectedStatus }];
  const text = JSON.stringify({
    suites: [
      {
        title: 'chat.spec.ts',
        specs: [{ title: 'signs in [CHN-006]', tests: run('expected') }],
        suites: [
          {
            title: 'in the dark',
            specs: [
              { title: 'writes', tests: run('flaky') },
              { title: 'breaks', tests: run('expected', 'failed') },
            ],
          },
        ],
      },
    ],
  });
  assert.deepEqual(readPlaywright(text), [
    { name: 'signs in [CHN-006]', outcome: 'passed' },
    { name: 'in the dark writes', outcome: 'failed' },
    { name: 'in the dark breaks', outcome: 'skipped' },
  ]);
});

test("the JUnit report of Node's test runner is read as tests", () => {
  const text = `<testsuites>
    <testcase name="a &quot;b&quot; [CHN-006]" time="1" classname="test"/>
    <testcase name="c" time="1" classname="test"><failure type="x" message="y">z</failure></testcase>
    <testcase name="d" time="1" classname="test"><skipped type="skipped" message="true"/></testcase>
  </testsuites>`;
  assert.deepEqual(readJunit(text), [
    { name: 'a "b" [CHN-006]', outcome: 'passed' },
    { name: 'c', outcome: 'failed' },
    { name: 'd', outcome: 'skipped' },
  ]);
});

test('the slowest browser tests are listed with their file, repeated runs together', () => {
  const spec = (/** @type {string} */ title, /** @type {number[]} */ ...times) => ({
    title,
    tests: [{ results: times.map((duration) => ({ duration })) }],
  });
  const text = JSON.stringify({
    suites: [
      {
        title: 'chat.spec.ts',
        specs: [spec('quick', 10)],
        suites: [{ title: 'in the dark', specs: [spec('slow', 300, 300), spec('middle', 400)] }],
      },
    ],
  });
  assert.deepEqual(slowestTests(text, 2), [
    { name: 'chat.spec.ts › in the dark › slow', took: 600 },
    { name: 'chat.spec.ts › in the dark › middle', took: 400 },
  ]);
});

test('a row that only the deep run proved is marked and counts, and one that npm test proves is not deep', () => {
  const { rows, stages } = evaluate(
    catalogue,
    [{ name: 'ui', tests: [passed('a [CHN-006]')] }],
    new Set(['CHN-006', 'VOI-044']),
  );
  assert.deepEqual(
    rows.filter(({ deep }) => deep).map(({ id }) => id),
    ['VOI-044'],
  );
  assert.deepEqual(
    stages.flatMap(({ missing }) => missing),
    [],
  );
});
