// Tests the rules of the style sheets by example: what they refuse and what they accept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inRoot } from '../lib/console.mjs';
import { lint } from './check.mjs';
import { built, sources } from './config.mjs';

/** @param {string} code */
const faultsOf = async (code, name = 'Button.module.css', config = sources) =>
  (await lint({ code, codeFilename: inRoot('ui', 'src', name) }, config)).faults;

/** @type {[text: string, reason: RegExp][]} */
const refused = [
  ['.a:has(.b) { top: 0 }', /css-has/],
  [':is(.a, .b) { top: 0 }', /":is"/],
  ['.a { .b { top: 0 } }', /css-nesting/],
  ['.a { &:hover { top: 0 } }', /css-nesting/],
  ['.a:focus-visible, .b { top: 0 }', /rule of its own/],
  ['@container (min-width: 1em) { .a { top: 0 } }', /css-container-queries/],
  ['@layer base { .a { top: 0 } }', /"@layer"/],
  ['@media (width >= 600px) { .a { top: 0 } }', /css-media-range-syntax/],
  ['.a { inset: 0 }', /"inset"/],
  ['.a { aspect-ratio: 1 }', /"aspect-ratio"/],
  ['.a { margin-inline: 4px }', /"margin-inline"/],
  ['.a { width: min(100%, 4px) }', /"min"/],
  ['.a { width: calc(1px + max(1px, 2px)) }', /"max"/],
  ['.a { font-size: clamp(1em, 2em, 3em) }', /"clamp"/],
  ['.a { color: color-mix(in srgb, var(--a), var(--b)) }', /"color-mix"/],
  ['.a { height: 100dvh }', /viewport-unit-variants/],
  ['.a { width: 10cqw }', /"cqw"/],
  ['.a { display: revert }', /css-revert-value/],
  ['.a { display: flex; gap: 4px }', /needs display: grid/],
  ['.a { gap: 4px } .b { display: grid }', /needs display: grid/],
  ['.a { color: #fff }', /"#fff"/],
  ['.a { color: white }', /"white"/],
  ['.a { color: rgba(0, 0, 0, 0.5) }', /"rgba"/],
];
for (const [text, reason] of refused) {
  test(`refused: ${text}`, async () => {
    const faults = await faultsOf(text);
    assert.ok(
      faults.some((fault) => reason.test(fault)),
      faults.join('\n'),
    );
  });
}

const accepted = [
  '.a { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr) }',
  '.a { display: grid } @media (--below-tablet) { .a { gap: 2px } }',
  '.a:focus:not(:focus-visible) { box-shadow: none }',
  '.a:focus:not(:focus-visible), .b:focus:not(:focus-visible) { box-shadow: none }',
  '.a { padding: var(--s-8) 5px; color: var(--text); top: 0; width: calc(100% - var(--w)) }',
  '/* #fff :has( 100dvh */ .a::before { content: ":has("; }',
];
for (const text of accepted) {
  test(`accepted: ${text}`, async () => assert.deepEqual(await faultsOf(text), []));
}

test('colours are written in tokens.css only', async () => {
  assert.deepEqual(await faultsOf(':root { --a: #fff; --b: rgba(0, 0, 0, 0.5) }', 'design/tokens.css'), []);
});

test('a built style sheet is checked only for old engines', async () => {
  const faults = await faultsOf('.a{inset:0;color:#fff;padding:9px}', 'style.css', built);
  assert.equal(faults.length, 1);
});
