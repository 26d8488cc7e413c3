// Tests the comparison of the soak: it detects each kind of fault.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from './chance.mjs';
import { compare, isClean, joinedVerdict } from './verdict.mjs';

const written = [
  { author: 'ana', text: 'a1' },
  { author: 'helena', text: 'h1' },
  { author: 'ana', text: 'a2' },
];
/** @type {import('./verdict.mjs').Verdict} */
const clean = { lost: [], doubled: [], foreign: [], disordered: [] };

/** @type {[name: string, held: string[], expected: import('./verdict.mjs').Verdict][]} */
const cases = [
  ['everything once, as it was written', ['a1', 'h1', 'a2'], clean],
  ['two authors may meet in any order', ['h1', 'a1', 'a2'], clean],
  ['a text is missing', ['a1', 'h1'], { ...clean, lost: ['a2'] }],
  ['a text came twice', ['a1', 'h1', 'a2', 'h1'], { ...clean, doubled: ['h1'] }],
  ['a text of somewhere else', ['a1', 'h1', 'a2', 'x'], { ...clean, foreign: ['x'] }],
  ["one author's texts changed places", ['a2', 'h1', 'a1'], { ...clean, disordered: ['a2'] }],
];
for (const [name, held, expected] of cases) {
  test(`the verdict: ${name}`, () => {
    const verdict = compare(written, held);
    assert.deepEqual(verdict, expected);
    assert.equal(isClean(joinedVerdict([verdict])), expected === clean);
  });
}

test('the same seed gives the same moments, and another seed or writer gives other moments', () => {
  const draws = (/** @type {number} */ seed, /** @type {string} */ whose) => {
    const chance = new Chance(seed, whose);
    return Array.from({ length: 5 }, () => chance.next());
  };
  assert.deepEqual(draws(7, 'killer'), draws(7, 'killer'));
  assert.notDeepEqual(draws(7, 'killer'), draws(8, 'killer'));
  assert.notDeepEqual(draws(7, 'killer'), draws(7, 'customer'));
});
