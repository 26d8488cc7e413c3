// Tests the JSON text from which the core reads values of the page (core-wasm/src/browser/shapes.js).
import assert from 'node:assert/strict';
import { test } from 'node:test';

// The path is computed, so that TypeScript does not check this file of the core as a part of these scripts.
/** @type {{ jsonOf: (value: unknown) => string | undefined }} */
const { jsonOf } = await import(new URL('../core-wasm/src/browser/shapes.js', import.meta.url).href);

/** @type {[string, unknown, string | undefined][]} */
const rows = [
  ['a text', 'Olá "Ana" 😀', JSON.stringify('Olá "Ana" 😀')],
  ['nothing', undefined, undefined],
  ['null', null, 'null'],
  ['a missing field', { a: 1, b: undefined }, '{"a":1}'],
  ['the first half of an emoji', 'ab\ud83d', '"ab\\ufffd"'],
  ['halves beside each other', '\ud83d\ud83d\ude00\ude00', '"\\ufffd😀\\ufffd"'],
  ['a half inside an object', { text: ['\udc00'] }, '{"text":["\\ufffd"]}'],
  ['the letters of an escape', '\\ud83d', '"\\\\ud83d"'],
  ['a backslash before a half', '\\\ud83d', '"\\\\\\ufffd"'],
];
for (const [name, value, text] of rows) test(`jsonOf: ${name}`, () => assert.equal(jsonOf(value), text));
