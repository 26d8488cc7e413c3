// The parts and the report of `npm run proof`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { inRoot } from './lib/console.mjs';
import { DEEP_FOR_COMMITS, SUITES, chosenParts, deepRowsOf, parts, proofReport } from './lib/proof.mjs';
import { filesBelow } from './lib/stamp.mjs';

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

test('the suites are the files of browser tests that mark some of their tests as deep', () => {
  const specs = filesBelow([inRoot('tests-e2e')]).filter((file) => file.endsWith('.spec.ts'));
  const marking = specs.filter((file) => readFileSync(file, 'utf8').includes("from './deep'"));
  assert.deepEqual(marking.map((file) => basename(file, '.spec.ts')).sort(), [...SUITES].sort());
});

test('parts are chosen by name, and an unknown name lists the known ones', () => {
  assert.deepEqual(
    chosenParts('kills,fuzz').map(({ name }) => name),
    ['kills', 'fuzz'],
  );
  assert.throws(() => chosenParts('kill'), /The parts: fuzz, days, days-whatsapp, days-voice, kills, api, suites/);
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

test('rows that the deep run proved count for 200 commits of the same history', () => {
  const report = JSON.stringify({ parts: [], rows: { commit: 'a', ids: ['CON-017'] } });
  const ids = (/** @type {number | undefined} */ age) => [...deepRowsOf(report, () => age)];
  assert.deepEqual([ids(0), ids(DEEP_FOR_COMMITS)], [['CON-017'], ['CON-017']]);
  assert.deepEqual([ids(DEEP_FOR_COMMITS + 1), ids(undefined)], [[], []]);
  assert.deepEqual([...deepRowsOf(undefined, () => 0)], []);
});
