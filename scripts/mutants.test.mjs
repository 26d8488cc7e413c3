// The faults of tests/mutants must fit the tree as it is; whether the tests catch them is shown by `npm run mutants`.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root, inRoot } from './lib/console.mjs';
import { allMutants, applyMutant, expectedTest, firstFailure, readMutant, readTable } from './lib/mutants.mjs';
import { filesBelow } from './lib/stamp.mjs';

test('there are at least twenty faults, on both sides of the wire, and each says what it breaks and who should notice', () => {
  const mutants = allMutants();
  assert.ok(mutants.length >= 20, `${mutants.length} faults`);
  for (const { name, files } of mutants)
    assert.ok(files.length > 0 && files.every((file) => existsSync(inRoot(file))), `${name}: ${files}`);
  for (const side of ['core-wasm/src/', 'server/domain/src/'])
    assert.ok(
      mutants.some(({ files }) => files[0].startsWith(side)),
      side,
    );
});

for (const { name } of allMutants()) {
  test(`the fault ${name} applies to the tree`, () =>
    assert.equal(applyMutant(root, name, { check: true }), undefined));
}

test('each fault stands in docs/mutants.md, and a test that is said to have caught one is there', () => {
  const table = readTable();
  assert.deepEqual(
    [...table.keys()].sort(),
    allMutants().map(({ name }) => name),
  );
  const sources = ['core-wasm', 'server']
    .flatMap((part) => filesBelow([inRoot(part)]))
    .filter((file) => file.endsWith('.rs'));
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const [name, caught] of table) {
    if (caught === '**not judged**') continue;
    const path = /^(?:core|server|scenarios): `([\w:]+)`$/.exec(caught)?.[1];
    assert.ok(path, `${name} was caught by nobody: ${caught}`);
    const words = path.split('::').filter((part) => !/^case_\d+$/.test(part));
    const last = words.at(-1).replace(/^case_\d+_/, '');
    assert.match(text, new RegExp(`fn ${last}\\b|::${last}\\(`), `${name}: there is no test ${path}`);
  }
});

test('the test that is expected runs alone where the patch names it', () => {
  const of = (nearest, expected) => expectedTest(root, { nearest, expected });
  assert.deepEqual(of('core', 'a_second_press_asks_once')?.slice(-2), ['--lib', 'a_second_press_asks_once']);
  assert.equal(of('core', 'the tests of the outbox'), undefined);
  assert.deepEqual(of('scenarios', 'per_004_a_frame_that_comes_after_sign_out_is_not_heard')?.slice(-3, -1), [
    '--test',
    'faults',
  ]);
  assert.equal(of('scenarios', 'nobody_wrote_this'), undefined);
});

test('a fault that does not fit is told, and one without a header stops the run', () => {
  assert.match(applyMutant(inRoot('docs'), allMutants()[0].name, { check: true }), /No such file/);
  assert.throws(() => readMutant('bare', '--- a/x\n+++ b/x\n'), /does not say: breaks, nearest, expected/);
  assert.throws(
    () => readMutant('odd', 'Breaks: a\nNearest: moon\nExpected: b\n'),
    /"moon" is none of core, server, scenarios/,
  );
});

test('the first failing test is read from either form of report, and a fault that does not compile is no catch', () => {
  assert.equal(firstFailure('test a::b ... ok\ntest a::c ... FAILED\ntest a::d ... FAILED\n'), 'a::c');
  assert.equal(firstFailure('failures:\n\n---- a::c stdout ----\n\nfailures:\n    a::c\n    a::d\n'), 'a::c');
  assert.match(firstFailure('error[E0308]: mismatched types\n'), /does not compile: mismatched types/);
  assert.equal(firstFailure('error: test failed, to rerun pass `--lib`\n'), undefined);
});
