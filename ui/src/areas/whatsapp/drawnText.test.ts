// Tests of which texts a PDF contains as pictures, and how their lines are broken. The drawing itself needs a browser.
import { describe, expect, test } from 'vitest';
import { brokenLines, isDrawn, isRightToLeft } from './drawnText';

test.each<[string, string, boolean, boolean]>([
  ['Portuguese', 'Olá, João! “R$ 10” – ½ € • ok?', false, false],
  ['Greek', 'Καλημέρα', false, false],
  ['Russian', 'Здравствуйте', false, false],
  ['emoji', 'Certo 👍🏽 👨‍👩‍👧 1️⃣ ©', false, false],
  ['Arabic', 'مرحبا', true, true],
  ['Hebrew with a number', '12 שלום', true, true],
  ['Japanese', 'こんにちは', true, false],
  ['Chinese', '你好', true, false],
  ['Korean', '안녕하세요', true, false],
  ['Hindi', 'नमस्ते', true, false],
  ['Thai', 'สวัสดี', true, false],
  ['Georgian', 'გამარჯობა', true, false],
  ['Portuguese with an Arabic name', 'Olá محمد', true, false],
  ['wide forms', 'ＡＢＣ', true, false],
  ['ornaments', '𝓗𝓮𝓵𝓵𝓸', true, false],
])('%s', (_name, text, drawn, rightToLeft) => {
  expect([isDrawn(text), isRightToLeft(text)]).toEqual([drawn, rightToLeft]);
});

describe('lines', () => {
  const width = (text: string): number => Array.from(text).length;

  test('are broken between words, and keep the breaks of the text', () => {
    expect(brokenLines('one two three\n\nfour', 8, width)).toEqual(['one two', 'three', '', 'four']);
  });

  test('of a script without spaces are broken between letters', () => {
    expect(brokenLines('あいうえおか 𠀀𠀁', 4, width)).toEqual(['あいうえ', 'おか', '𠀀𠀁']);
  });

  test('contain every letter once', () => {
    const text = 'a bb ccc dddd eeeee ffffff ggggggg';
    for (let limit = 1; limit < 20; limit++)
      expect(brokenLines(text, limit, width).join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''));
  });
});
