import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedBy, readTests, testsOf } from './lib/mutants/browser.mjs';
import { isMutated, keyOf, onlyIn, titleOf } from './lib/mutants/faults.mjs';
import { allPatches, readPatch } from './lib/mutants/patches.mjs';
import { diffOf, exactNamePattern, isWithin, readOutcomes } from './lib/mutants/rust.mjs';
import { readShard, sampleOf, shardOf } from './lib/mutants/sample.mjs';
import { addedUp, choiceText, percentOf, withScores } from './lib/mutants/scores.mjs';
import { addedLines, readReport } from './lib/mutants/ui.mjs';

test('a sample is the same for the same seed, differs for another seed, and has no duplicates', () => {
  const all = Array.from({ length: 1_000 }, (_, at) => at);
  const one = sampleOf(all, 200, 1);
  assert.deepEqual(sampleOf(all, 200, 1), one);
  assert.notDeepEqual(sampleOf(all, 200, 2), one);
  assert.equal(new Set(one).size, 200);
  assert.deepEqual(sampleOf([1, 2], 5, 1), [1, 2]);
});

test('the parts of a sample do not overlap and together are the sample', () => {
  const sample = sampleOf(
    Array.from({ length: 100 }, (_, at) => at),
    30,
    1,
  );
  const parts = ['1/4', '2/4', '3/4', '4/4'].map((text) => shardOf(sample, readShard(text)));
  assert.deepEqual(
    parts.flat().sort((one, other) => one - other),
    sample,
  );
  assert.deepEqual(
    parts.map(({ length }) => length),
    [8, 8, 7, 7],
  );
  assert.deepEqual(shardOf(sample, undefined), sample);
});

test('an invalid part of a sample is refused', () => {
  for (const text of ['', '0/4', '5/4', '1', '1/0', 'a/b', '1/4/2']) assert.equal(readShard(text), undefined, text);
});

test('the results of the parts of a sample are added up only when each part has been tried', () => {
  const part = (/** @type {number} */ number, /** @type {number} */ caught) =>
    `| rust | 100 at random, seed 5, part ${number} of 2 | ${caught} | 50 | 0 % |`;
  const other = '| ui | 60 at random, seed 3 | 47 | 60 | 78.3 % |';
  assert.deepEqual(addedUp([part(1, 40), other]), []);
  assert.deepEqual(addedUp([part(1, 40), other, part(2, 45)]), [
    '| rust | 100 at random, seed 5, all 2 parts | 85 | 100 | 85.0 % |',
  ]);
  const choice = (/** @type {number} */ number) => ({ sample: 100, seed: 5, shard: { number, of: 2 } });
  const score = (/** @type {number} */ caught) => ({ rust: { caught, missed: 50 - caught, survivors: [] } });
  const first = withScores('', score(40), choiceText(choice(1)));
  const second = withScores(first, score(45), choiceText(choice(2)));
  assert.match(second, /all 2 parts \| 85 \| 100 \| 85\.0 %/);
  // After a part was tried again, the sum contains its new result.
  assert.equal(
    [...withScores(second, score(46), choiceText(choice(2))).matchAll(/all 2 parts \| (\d+)/g)]
      .map(([, caught]) => caught)
      .join(),
    '86',
  );
});

test('cargo-mutants: a timeout counts as caught, and a fault that does not compile is not counted', () => {
  const fault = (/** @type {string} */ name, /** @type {string} */ summary) => ({
    scenario: { Mutant: { name } },
    summary,
  });
  const outcomes = [
    { scenario: 'Baseline', summary: 'Success' },
    fault('a', 'CaughtMutant'),
    fault('b', 'MissedMutant'),
    fault('c', 'Timeout'),
    fault('d', 'Unviable'),
  ];
  assert.deepEqual(readOutcomes(JSON.stringify({ outcomes })), { caught: 2, missed: 1, survivors: ['b'] });
});

test('a fault is passed to cargo-mutants with its full name', () => {
  const name = 'core-wasm/src/a.rs:3:5: replace f -> Option<u8> with Some(1)';
  assert.match(name, new RegExp(exactNamePattern(name)));
  assert.doesNotMatch(`${name}0`, new RegExp(exactNamePattern(name)));
});

const fault = (/** @type {Partial<import('./lib/mutants/faults.mjs').Fault>} */ changes = {}) => ({
  file: 'ui/src/areas/tags/TagPicker.tsx',
  ...{ start: { line: 4, column: 2 }, end: { line: 4, column: 6 }, mutator: 'BooleanLiteral', replacement: 'false' },
  ...changes,
});

test('Stryker: a fault that no test covers or that was not tried has survived, and faults that were not chosen do not count', () => {
  const mutant = (/** @type {string} */ status, /** @type {number} */ line) => ({
    ...{ status, mutatorName: 'BooleanLiteral', replacement: 'false' },
    location: { start: { line, column: 3 }, end: { line, column: 7 } },
  });
  const statuses = ['Killed', 'Timeout', 'NoCoverage', 'Survived', 'Ignored', 'Killed'];
  const report = JSON.stringify({ files: { [fault().file]: { mutants: statuses.map(mutant) } } });
  const at = (/** @type {number} */ line) => fault({ start: { line, column: 2 }, end: { line, column: 6 } });
  const chosen = [at(0), at(1), at(2), at(3), at(4)];
  assert.deepEqual(readReport(report, chosen), { caught: [at(0), at(1)], missed: [at(2), at(3), at(4)] });
  assert.throws(
    () => readReport(report, [at(9)]),
    /did not make the fault ui\/src\/areas\/tags\/TagPicker\.tsx:9:2-9:6/,
  );
});

test('faults are made in the product, not in tests, the gallery and types', () => {
  assert.ok(isMutated('ui/src/core/host.ts'));
  for (const file of [
    'ui/src/core/host.test.ts',
    'ui/src/gallery/main.tsx',
    'ui/vite.config.ts',
    'ui/src/vite-env.d.ts',
  ])
    assert.ok(!isMutated(file), file);
});

test('the instrumenter ignores code without a chosen fault, and keeps the code around and inside a chosen one', () => {
  const ignorer = onlyIn([fault()]);
  const at = (
    /** @type {[number, number, number, number]} */ [line, column, endLine, endColumn],
    file = fault().file,
  ) =>
    ignorer.shouldIgnore({
      node: { loc: { start: { line, column }, end: { line: endLine, column: endColumn } } },
      hub: { file: { opts: { filename: file } } },
    });
  assert.equal(at([4, 2, 4, 6]), undefined);
  assert.equal(at([1, 0, 9, 0]), undefined);
  assert.equal(at([4, 3, 4, 6]), 'was not chosen');
  assert.equal(at([5, 0, 6, 0]), 'was not chosen');
  assert.equal(at([4, 2, 4, 6], 'ui/src/core/host.ts'), 'was not chosen');
});

test('the document names the place of a fault and the start of the replacing code', () => {
  assert.equal(titleOf(fault()), 'ui/src/areas/tags/TagPicker.tsx:4:3: BooleanLiteral: false');
  assert.match(titleOf(fault({ replacement: `{\n  ${'a'.repeat(90)} }` })), /: \{ a{57}…$/);
  assert.match(titleOf(fault({ replacement: '' })), /: nothing$/);
});

test('the lines that a diff adds to the product are read from the diff', () => {
  const diff =
    '+++ b/ui/src/a.ts\n@@ -1,0 +2,3 @@\n@@ -9 +12 @@\n@@ -20,2 +22,0 @@\n+++ b/ui/src/a.test.ts\n@@ -1 +1 @@\n';
  assert.deepEqual([...addedLines(diff)], ['ui/src/a.ts:2', 'ui/src/a.ts:3', 'ui/src/a.ts:4', 'ui/src/a.ts:12']);
});

/** @param {string} id @param {Partial<import('./lib/mutants/browser.mjs').Test>} [changes] */
const browserTest = (id, changes) => ({
  ...{ id, file: 'voice.spec.ts', titles: [id], result: 'expected', milliseconds: 1 },
  ...changes,
});

test("Playwright's report: the titles of groups come before the test's, and a test that passes when repeated is flaky", () => {
  const spec = (/** @type {string} */ id, /** @type {string} */ status) => ({
    ...{ id, title: id, file: 'voice.spec.ts' },
    tests: [{ status, results: [{ duration: 2 }, { duration: 3 }] }],
  });
  const suites = [
    {
      title: 'voice.spec.ts',
      specs: [spec('a', 'flaky')],
      suites: [{ title: 'calls', specs: [spec('b', 'unexpected')] }],
    },
  ];
  assert.deepEqual(readTests(JSON.stringify({ suites })), [
    browserTest('a', { result: 'flaky', milliseconds: 5 }),
    browserTest('b', { titles: ['calls', 'b'], result: 'unexpected', milliseconds: 5 }),
  ]);
});

test('the faults that a browser test reaches are read from the coverage that the pages recorded', () => {
  const keys = new Map([
    ['1', 'one'],
    ['2', 'two'],
  ]);
  assert.deepEqual(reachedBy([browserTest('a'), browserTest('b')], ['a 1', 'a 2', 'a 1', 'c 2', 'a 9'], keys), {
    a: ['one', 'two'],
    b: [],
  });
});

test('a fault is tried with the tests that reach it: those of its own area first, then those that reach few faults, without tests that fail anyway', () => {
  const key = keyOf(fault());
  const tests = [
    browserTest('reaches nothing'),
    browserTest('reaches much'),
    browserTest('reaches little, slowly', { milliseconds: 9 }),
    browserTest('reaches little'),
    browserTest('fails', { result: 'unexpected' }),
    browserTest('adds a tag'),
  ];
  const reached = Object.fromEntries(tests.map(({ id }) => [id, id === 'reaches nothing' ? [] : [key]]));
  reached['reaches much']?.push('another');
  reached['adds a tag']?.push('another', 'a third');
  assert.deepEqual(
    testsOf(fault(), [{ print: '', tests, reached }]).map(({ id }) => id),
    ['adds a tag', 'reaches little', 'reaches little, slowly', 'reaches much'],
  );
});

test('the document keeps the scores of parts that did not run', () => {
  const first = withScores('', { rust: { caught: 3, missed: 1, survivors: ['a'] } }, '4 at random, seed 1');
  assert.match(first, /\| rust \| 4 at random, seed 1 \| 3 \| 4 \| 75\.0 % \|/);
  const second = withScores(first, { ui: { caught: 1, missed: 0, survivors: [] } }, 'changed since abc');
  assert.match(second, /\| rust \| 4 at random/);
  assert.match(second, /\| ui \| changed since abc \| 1 \| 1 \| 100\.0 % \|/);
  assert.match(second, /- rust, 4 at random, seed 1: a\n/);
  assert.equal(percentOf({ caught: 0, missed: 0, survivors: [] }), 100);
});

test('the document keeps reasons of survivors and sentences under the table, which are written by hand', () => {
  const scores = { ui: { caught: 1, missed: 2, survivors: ['a', 'b'] } };
  const text = withScores('', scores, 'changed since abc')
    .replace(': a\n', ': a (no user sees it)\n')
    .replace('\n\n## ', '\n\nA sentence.\n\n## ');
  assert.equal(withScores(text, scores, 'changed since abc'), text);
  const fewer = withScores(text, { ui: { caught: 2, missed: 1, survivors: ['b'] } }, 'changed since abc');
  assert.match(fewer, /\nA sentence\.\n\n## Survivors\n\n- ui, changed since abc: b\n$/);
});

test('a sample within some files names them, and leaves the faults of other files out', () => {
  const name = 'server/domain/src/whatsapp/send.rs:3:5: replace voice';
  assert.deepEqual(
    [undefined, ['chat', 'whatsapp'], ['voice']].map((within) => isWithin(name, within)),
    [true, true, false],
  );
  assert.equal(
    choiceText({ sample: 9, seed: 2, within: ['chat', 'mail'] }),
    '9 at random, seed 2, in files named chat, mail',
  );
  assert.equal(choiceText({ since: 'abc' }), 'changed since abc');
});

test('each patch names the rule that it breaks and the place of its tests', () => {
  assert.ok(allPatches().length > 0);
  assert.throws(() => readPatch('bare', '--- a/x\n+++ b/x\n'), /does not say what it breaks/);
  assert.throws(() => readPatch('odd', 'Breaks: a\nNearest: moon\n'), /"moon" is none of core, server, scenarios/);
});

test('the diff of a sample contains the lines of its faults, each once, in the order of the file', () => {
  const names = ['a.rs:3:5: replace x', 'a.rs:1:9: delete field y', 'a.rs:3:7: replace z', 'b.rs:2:1: replace w'];
  /** @type {Record<string, string>} */
  const texts = { 'a.rs': 'one\ntwo\nthree\n', 'b.rs': 'eins\nzwei\n' };
  assert.equal(
    diffOf(names, (file) => texts[file] ?? ''),
    [
      ...['diff --git a/a.rs b/a.rs', '--- a/a.rs', '+++ b/a.rs'],
      ...['@@ -0,0 +1 @@', '+one', '@@ -1,0 +3 @@', '+three'],
      ...['diff --git a/b.rs b/b.rs', '--- a/b.rs', '+++ b/b.rs'],
      ...['@@ -1,0 +2 @@', '+zwei', ''],
    ].join('\n'),
  );
});
