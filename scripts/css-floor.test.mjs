// The style sheet gate, by example: what it refuses, what it lets pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './css-floor.mjs';

const reasons = async (text, file = 'Button.module.css') =>
  (await faultsOf(text, file)).map((fault) => fault.replace(/^[^:]+:\d+: /, ''));

const refused = [
  ['.a:has(.b) { color: red }', /:has/],
  [':is(.a, .b) { color: red }', /:is/],
  ['.a { .b { color: red } }', /nested/],
  ['.a { &:hover { color: red } }', /nested/],
  ['.a:focus-visible, .b { color: red }', /own rule/],
  ['@container (min-width: 1em) { .a { color: red } }', /@container/],
  ['@media (width >= 600px) { .a { color: red } }', /media range/],
  ['.a { inset: 0 }', /"inset"/],
  ['.a { aspect-ratio: 1 }', /"aspect-ratio"/],
  ['.a { margin-inline: 4px }', /"margin-inline"/],
  ['.a { width: min(100%, 4px) }', /"min\(\)"/],
  ['.a { width: calc(1px + max(1px, 2px)) }', /"max\(\)"/],
  ['.a { font-size: clamp(1em, 2em, 3em) }', /"clamp\(\)"/],
  ['.a { color: color-mix(in srgb, red, blue) }', /"color-mix\(\)"/],
  ['.a { height: 100dvh }', /dvh/],
  ['.a { display: flex; gap: 4px }', /display: grid/],
  ['.a { gap: 4px } .b { display: grid }', /display: grid/],
  ['.a { color: #fff }', /"#fff" belongs into tokens/],
  ['.a { color: rgba(0, 0, 0, 0.5) }', /"rgba\(" belongs into tokens/],
  ['.a { padding: 2px 5px }', /"5px" belongs into tokens/],
  ['.a { margin: -12px }', /"-12px" belongs into tokens/],
];
for (const [text, reason] of refused) {
  test(`refused: ${text}`, async () => {
    const found = await reasons(text);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0], reason);
  });
}

const accepted = [
  '.a { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr) }',
  '.a { display: grid } @media (max-width: 600px) { .a { gap: 2px } }',
  '.a:focus:not(:focus-visible) { box-shadow: none }',
  '.a:focus:not(:focus-visible), .b:focus:not(:focus-visible) { box-shadow: none }',
  '.a { padding: var(--s-8) 4px; color: var(--text); top: 0; width: calc(100% - var(--w)) }',
  '/* #fff :has( 100dvh */ .a::before { content: ":has("; }',
];
for (const text of accepted) {
  test(`accepted: ${text}`, async () => assert.deepEqual(await reasons(text), []));
}

test('tokens.css is where colours and lengths are written', async () => {
  assert.deepEqual(await reasons(':root { --a: #fff; --b: 12px }', 'tokens.css'), []);
});

test('a built sheet is held to the floor alone', async () => {
  const faults = await faultsOf('.a{inset:0;color:#fff;padding:9px}', 'style.css', { built: true });
  assert.equal(faults.length, 1);
});
