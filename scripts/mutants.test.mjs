// The faults of tests/mutants must fit the tree as it is; whether the tests catch them is shown by `npm run mutants`.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { root, inRoot } from './lib/console.mjs';
import { allMutants, applyMutant, firstFailure, readMutant } from './lib/mutants.mjs';

test('there are at least twenty faults, on both sides of the wire, and each says what it breaks and who should notice', () => {
  const mutants = allMutants();
  assert.ok(mutants.length >= 20, `${mutants.length} faults`);
  for (const { name, files } of mutants) assert.ok(files.length > 0 && files.every((file) => existsSync(inRoot(file))), `${name}: ${files}`);
  for (const side of ['core-wasm/src/', 'server/domain/src/']) assert.ok(mutants.some(({ files }) => files[0].startsWith(side)), side);
});

for (const { name } of allMutants()) {
  test(`the fault ${name} applies to the tree`, () => assert.equal(applyMutant(root, name, { check: true }), undefined));
}

test('a fault that does not fit is told, and one without a header stops the run', () => {
  assert.match(applyMutant(inRoot('docs'), allMutants()[0].name, { check: true }), /No such file/);
  assert.throws(() => readMutant('bare', '--- a/x\n+++ b/x\n'), /does not say: breaks, nearest, expected/);
  assert.throws(() => readMutant('odd', 'Breaks: a\nNearest: moon\nExpected: b\n'), /"moon" is none of core, server, scenarios/);
});

test('the first failing test is read from either form of report, and a fault that does not compile is no catch', () => {
  assert.equal(firstFailure('test a::b ... ok\ntest a::c ... FAILED\ntest a::d ... FAILED\n'), 'a::c');
  assert.equal(firstFailure('failures:\n\n---- a::c stdout ----\n\nfailures:\n    a::c\n    a::d\n'), 'a::c');
  assert.match(firstFailure('error[E0308]: mismatched types\n'), /does not compile: mismatched types/);
  assert.equal(firstFailure('error: test failed, to rerun pass `--lib`\n'), undefined);
});
