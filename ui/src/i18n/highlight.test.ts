// Tests of the highlighted matches in a found text, regardless of accents and case.
import { expect, test } from 'vitest';
import { excerpt, highlighted } from './highlight';

const marked = (text: string, search: string): string =>
  highlighted(text, search)
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('');

test.each<[string, string, string]>([
  ['Renovação do plano', 'renovacao', '[Renovação] do plano'],
  ['ação e AÇÃO', 'acao', '[ação] e [AÇÃO]'],
  // The accent is a separate character.
  ['Renovac\u0327a\u0303o já', 'renovação', '[Renovac\u0327a\u0303o] já'],
  ['😀 bom 😀 dia', 'dia', '😀 bom 😀 [dia]'],
  ['aaaa', 'aa', '[aa][aa]'],
  ['nada', 'x', 'nada'],
  ['nada', '  ', 'nada'],
  ['', 'x', ''],
])('in %j the search for %j marks %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

test('the excerpt of a long text contains the first match', () => {
  const text = `${'início '.repeat(50)}aqui está o código ${'fim '.repeat(50)}`;
  const shown = excerpt(text, 'codigo', 120);
  expect(shown).toMatch(/^….*código.*…$/s);
  expect(shown.length).toBeLessThanOrEqual(122);
  expect(excerpt('curto', 'x', 120)).toBe('curto');
  expect(excerpt('a'.repeat(200), 'x', 120)).toBe(`${'a'.repeat(120)}…`);
});
