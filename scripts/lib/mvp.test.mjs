// Tests the module check with small modules: which modules the oldest engines load, and which they refuse.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { featureBeyondMvp } from './mvp.mjs';

/** @type {(text: string) => Uint8Array} */
let assemble;
before(async () => {
  const wabt = await (await import('wabt')).default();
  assemble = (text) => wabt.parseWat('test.wat', text, {}).toBinary({}).buffer;
});

test('a module with only MVP instructions is accepted', async () => {
  const module = assemble('(module (func (export "add") (param i32 f64) (result i32) local.get 0))');
  assert.equal(await featureBeyondMvp(module), undefined);
});

test('a module with i64 inside is accepted, because only exported functions are restricted', async () => {
  const module = assemble('(module (func (param i64)) (func (export "run") (result i32) i32.const 1))');
  assert.equal(await featureBeyondMvp(module), undefined);
});

/** @type {[name: string, text: string, reason: RegExp][]} */
const refused = [
  ['sign extension', '(module (func (export "f") (param i32) (result i32) local.get 0 i32.extend8_s))', /opcode/],
  ['several results', '(module (func (export "f") (result i32 i32) i32.const 1 i32.const 2))', /result/],
  ['a bulk copy', '(module (memory 1) (func i32.const 0 i32.const 0 i32.const 0 memory.copy))', /opcode/],
  ['an imported mutable global', '(module (import "a" "g" (global (mut i32))))', /mutable globals/],
  ['an exported mutable global', '(module (global (export "stack") (mut i32) (i32.const 1)))', /stack is mutable/],
  ['a table of references', '(module (table 1 externref))', /funcref/],
  ['an exported i64 parameter', '(module (func (export "wide") (param i64)))', /wide has an i64/],
  [
    'an i64 of a function with two names',
    '(module (func (export "wide") (export "also") (param i64)))',
    /wide has an i64/,
  ],
  ['an exported i64 result', '(module (func (export "wide") (result i64) i64.const 1))', /wide has an i64/],
];
for (const [name, text, reason] of refused) {
  test(`a module with ${name} is refused`, async () =>
    assert.match((await featureBeyondMvp(assemble(text))) ?? 'nothing was refused', reason));
}
