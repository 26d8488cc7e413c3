// Tests the order of a module's functions with small modules.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { functionBodies, orderBySimilarity, orderFunctions } from './functionOrder.mjs';

/** @type {(text: string) => Uint8Array} */
let assemble;
before(async () => {
  const wabt = await (await import('wabt')).default();
  assemble = (text) => wabt.parseWat('test.wat', text, {}).toBinary({}).buffer;
});

/** Functions that add, alternating with functions that multiply, each with a number of its own; the last calls the first. */
const ALTERNATING = `(module
  (import "page" "twice" (func $twice (param i32) (result i32)))
  (func $a0 (export "a0") (param i32) (result i32) (i32.add (i32.add (local.get 0) (i32.const 11)) (i32.const 21)))
  (func $m0 (export "m0") (param i64 i64) (result i32) (i32.wrap_i64 (i64.mul (i64.mul (local.get 0) (local.get 1)) (i64.const 70))))
  (func $a1 (export "a1") (param i32) (result i32) (i32.add (i32.add (local.get 0) (i32.const 12)) (i32.const 21)))
  (func $m1 (export "m1") (param i64 i64) (result i32) (i32.wrap_i64 (i64.mul (i64.mul (local.get 0) (local.get 1)) (i64.const 71))))
  (func $a2 (export "a2") (param i32) (result i32) (i32.add (i32.add (local.get 0) (i32.const 13)) (i32.const 21)))
  (func (export "all") (result i32) (call $twice (i32.add (call $a0 (i32.const 1)) (call $m1 (i64.const 2) (i64.const 3))))))`;

test('similar functions are neighbours, and each function is there once', () => {
  const bodies = functionBodies(assemble(ALTERNATING));
  const order = orderBySimilarity(bodies);
  assert.deepEqual([...order].sort(), [0, 1, 2, 3, 4, 5]);
  const places = [0, 2, 4].map((place) => order.indexOf(place)).sort();
  assert.equal(Number(places[2]) - Number(places[0]), 2, `the functions that add are apart: ${order.join()}`);
  assert.equal(
    Math.abs(order.indexOf(1) - order.indexOf(3)),
    1,
    `the functions that multiply are apart: ${order.join()}`,
  );
});

test('an ordered module has the code, the exports and the results of before, and no names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'function-order-'));
  try {
    const file = join(folder, 'module.wasm');
    const before = assemble(ALTERNATING);
    writeFileSync(file, before);
    await orderFunctions(file);
    const after = readFileSync(file);
    const texts = (/** @type {Uint8Array} */ bytes) =>
      functionBodies(bytes).map((body) => Buffer.from(body).toString('hex'));
    assert.notDeepEqual(texts(after).slice(0, 5), texts(before).slice(0, 5));
    // Without the last: the functions that it calls have other numbers now.
    const code = texts(before).slice(0, 5);
    assert.deepEqual(
      code.filter((text) => !texts(after).includes(text)),
      [],
    );
    const module = new WebAssembly.Module(Uint8Array.from(after));
    assert.equal(WebAssembly.Module.customSections(module, 'name').length, 0);
    const results = new WebAssembly.Instance(module, { page: { twice: (/** @type {number} */ value) => 2 * value } })
      .exports;
    assert.deepEqual(Object.keys(results).sort(), ['a0', 'a1', 'a2', 'all', 'm0', 'm1']);
    assert.equal(/** @type {() => number} */ (results.all)(), 2 * (1 + 11 + 21 + 2 * 3 * 71));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a module without code stays as it is', () => {
  assert.deepEqual(functionBodies(assemble('(module (memory 1))')), []);
  assert.deepEqual(orderBySimilarity([]), []);
});
