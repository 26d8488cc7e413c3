// The direction of a text is that of its first letter.
import { expect, test } from 'vitest';
import { writingDirection } from './direction';

test.each([
  ['', 'ltr'],
  ['Olá', 'ltr'],
  ['123 !?', 'ltr'],
  ['שלום', 'rtl'],
  ['«۱» مرحبا hello', 'rtl'],
  ['1. hello مرحبا', 'ltr'],
  ['😀 Ça va', 'ltr'],
  ['日本', 'ltr'],
] as const)('"%s" is written %s', (text, direction) => {
  expect(writingDirection(text)).toBe(direction);
});
