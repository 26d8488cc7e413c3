import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPatches, readPatch } from './lib/mutants/patches.mjs';
import { diffOf, exactly, isWithin, readOutcomes } from './lib/mutants/rust.mjs';
import { sampleOf } from './lib/mutants/sample.mjs';
import { choiceText, percentOf, withScores } from './lib/mutants/scores.mjs';
import { addedLines, isMutated, isStatement, readReport } from './lib/mutants/ui.mjs';

test('a sample is the same for the same seed, differs for another seed, and has no duplicates', () => {
  const all = Array.from({ length: 1_000 }, (_, at) => at);
  const one = sampleOf(all, 200, 1);
  assert.deepEqual(sampleOf(all, 200, 1), one);
  assert.notDeepEqual(sampleOf(all, 200, 2), one);
  assert.equal(new Set(one).size, 200);
  assert.deepEqual(sampleOf([1, 2], 5, 1), [1, 2]);
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
  assert.match(name, new RegExp(exactly(name)));
  assert.doesNotMatch(`${name}0`, new RegExp(exactly(name)));
});

test('Stryker: a fault that no test covers has survived', () => {
  const mutant = (/** @type {string} */ status) => ({
    status,
    mutatorName: 'BooleanLiteral',
    location: { start: { line: 4 } },
  });
  const files = { 'ui/src/a.ts': { mutants: ['Killed', 'Timeout', 'NoCoverage', 'Survived', 'Ignored'].map(mutant) } };
  const survivor = 'ui/src/a.ts:4: BooleanLiteral';
  assert.deepEqual(readReport(JSON.stringify({ files })), { caught: 2, missed: 2, survivors: [survivor, survivor] });
});

test('only lines with statements are drawn', () => {
  assert.ok(isMutated('ui/src/core/host.ts'));
  for (const file of [
    'ui/src/core/host.test.ts',
    'ui/src/gallery/main.tsx',
    'ui/vite.config.ts',
    'ui/src/vite-env.d.ts',
  ])
    assert.ok(!isMutated(file), file);
  assert.ok(isStatement('  if (a) return;'));
  for (const line of ['', '  // why', ' * why', "import a from 'a';", '  });', '}'])
    assert.ok(!isStatement(line), line);
});

test('the lines that a diff adds to the product are read from the diff', () => {
  const diff =
    '+++ b/ui/src/a.ts\n@@ -1,0 +2,3 @@\n@@ -9 +12 @@\n@@ -20,2 +22,0 @@\n+++ b/ui/src/a.test.ts\n@@ -1 +1 @@\n';
  assert.deepEqual(addedLines(diff), ['ui/src/a.ts:2-4', 'ui/src/a.ts:12-12']);
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

test('each patch says what it breaks and where its tests are', () => {
  assert.ok(allPatches().length > 0);
  assert.throws(() => readPatch('bare', '--- a/x\n+++ b/x\n'), /does not say what it breaks/);
  assert.throws(() => readPatch('odd', 'Breaks: a\nNearest: moon\n'), /"moon" is none of core, server, scenarios/);
});

test('the diff of a sample adds the lines of its faults, each once, in the order of the file', () => {
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
