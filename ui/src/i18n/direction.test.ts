// Tests that the direction of a text is that of its first letter.
import { expect, test } from 'vitest';
import { isolated, writingDirection } from './direction';

test.each([
  ['', 'ltr'],
  ['Olá', 'ltr'],
  ['123 !?', 'ltr'],
  ['שלום', 'rtl'],
  ['«۱» مرحبا hello', 'rtl'],
  ['1. hello مرحبا', 'ltr'],
  ['😀 Ça va', 'ltr'],
  ['日本', 'ltr'],
] as const)('the text "%s" has the direction %s', (text, direction) => {
  expect(writingDirection(text)).toBe(direction);
});

test.each([
  ['Maria', 'Maria'],
  ['Zoë 👩🏽\u200d💻', 'Zoë 👩🏽\u200d💻'],
  ['שלום', '\u2068שלום\u2069'],
  ['fatura\u202egpj.exe', '\u2068fatura\u202egpj.exe\u2069'],
  ['a\u2069\u2069\u202eb', '\u2068a\u202eb\u2069'],
  ['a\u2067b\u2066c', '\u2068a\u2067b\u2066c\u2069\u2069\u2069'],
  ['a\u2067b\u2069c\u2069', '\u2068a\u2067b\u2069c\u2069'],
])('the text %j within a sentence does not change the direction of its neighbours', (text, expected) => {
  expect(isolated(text)).toBe(expected);
});
