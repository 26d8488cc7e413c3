// Tests of the words of docs/glossary.md: no text in either language contains a forbidden word.
import { expect, test } from 'vitest';
import glossary from '../../../docs/glossary.md?raw';
import { catalogues } from './catalogues';
import { languages, type Language } from './language';

type Tree = { [key: string]: string | Tree };

function sentences(tree: Tree, path: ReadonlyArray<string> = []): ReadonlyArray<readonly [string, string]> {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value] as const] : sentences(value, [...path, key]),
  );
}

const headings: Record<Language, string> = { 'pt-BR': '## Palavras evitadas (pt-BR)', en: '## Words to avoid (en)' };

interface Rule {
  /** A word in the glossary's form; `*` at the end stands for any ending. */
  word: string;
  /** Beginnings of keys whose text is fixed by the specification or means something else. */
  exceptKeys: ReadonlyArray<string>;
}

/** The rows below a heading: forbidden word, its replacement, excepted keys. */
function rulesOf(language: Language): ReadonlyArray<Rule> {
  const [, section = ''] = glossary.split(headings[language]);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| [^-]/.test(line));
  return rows.slice(1).flatMap((row) => {
    const [, words = '', , except = ''] = row.split('|');
    const exceptKeys = Array.from(except.matchAll(/`([^`]+)`/g), ([, key = '']) => key);
    return words.split('·').map((word) => ({ word: word.trim(), exceptKeys }));
  });
}

function expressionOf(word: string): RegExp {
  const isStem = word.endsWith('*');
  const letters = '[\\p{L}\\p{N}]';
  const stem = (isStem ? word.slice(0, -1) : word).replace(/[.\\+?^$()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<!${letters})${stem}${isStem ? '' : `(?!${letters})`}`, 'iu');
}

function found(texts: ReadonlyArray<readonly [string, string]>, rules: ReadonlyArray<Rule>): ReadonlyArray<string> {
  return rules.flatMap(({ word, exceptKeys }) => {
    const expression = expressionOf(word);
    return texts
      .filter(([key, text]) => expression.test(text) && !exceptKeys.some((start) => key.startsWith(start)))
      .map(([key, text]) => `${key}: “${text}” has “${word}”`);
  });
}

test('the scan finds whole words, stems and nothing else', () => {
  const rules = [
    { word: 'wallet', exceptKeys: ['a.fixed'] },
    { word: 'attend*', exceptKeys: [] },
    { word: 'pôr', exceptKeys: [] },
  ];
  const texts = [
    ['a.one', 'Put into Wallet'],
    ['a.fixed', 'Wallet'],
    ['a.two', 'Attendances'],
    ['a.three', 'Propôr não é uma palavra, compor é'],
    ['a.four', 'wallets'],
  ] as const;
  expect(found(texts, rules)).toEqual(['a.one: “Put into Wallet” has “wallet”', 'a.two: “Attendances” has “attend*”']);
});

test.each(languages)('the glossary names words to avoid in %s', (language) => {
  expect(rulesOf(language).length).toBeGreaterThan(5);
});

test.each(languages)('no text in %s has a word that the glossary forbids', (language) => {
  expect(found(sentences(catalogues[language]), rulesOf(language))).toEqual([]);
});

test.each(languages)('every exception of the glossary in %s is the beginning of a key', (language) => {
  const keys = sentences(catalogues[language]).map(([key]) => key);
  const unknown = rulesOf(language)
    .flatMap(({ exceptKeys }) => exceptKeys)
    .filter((start) => !keys.some((key) => key.startsWith(start)));
  expect(unknown).toEqual([]);
});
