// Tests of which pasted texts count as the text of an internal note, and how often the agent is warned.
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isTextOfNote, usePastedNote } from './usePastedNote';

const notes = [{ text: 'Prometi o valor\n até sexta' }, { text: 'curta' }, { text: '' }];

test.each<[string, boolean]>([
  ['Prometi o valor\n até sexta', true],
  [' Prometi o valor até sexta\n', true],
  ['Prometi o valor', false],
  ['Prometi o valor até sexta, combinado?', false],
  ['curta', false],
  ['', false],
])('the pasted text "%s" is recognised as an internal note: %s [BEY-160]', (pasted, expected) => {
  expect(isTextOfNote(pasted, notes)).toBe(expected);
});

function pasting(text: string) {
  const { result, rerender } = renderHook(
    (now: string) => usePastedNote((pasted) => isTextOfNote(pasted, notes), now),
    {
      initialProps: text,
    },
  );
  const warn = (): boolean => {
    let warned = false;
    act(() => {
      warned = result.current.warn();
    });
    return warned;
  };
  return { paste: (pasted: string) => act(() => result.current.pasted(pasted)), warn, type: rerender };
}
const note = 'Prometi o valor até sexta';

test('the agent is warned once for each pasted note [BEY-160]', () => {
  const { paste, warn } = pasting(`Olá! ${note}`);
  expect(warn()).toBe(false);
  paste(note);
  expect([warn(), warn()]).toEqual([true, false]);
  paste(note);
  expect(warn()).toBe(true);
});

test('a note that the agent removed from the message causes no warning [BEY-160]', () => {
  const { paste, warn, type } = pasting(note);
  paste(note);
  type('Olá!');
  expect(warn()).toBe(false);
});

test('other pasted texts cause no warning [BEY-160]', () => {
  const { paste, warn } = pasting('um texto qualquer do cliente');
  paste('um texto qualquer do cliente');
  expect(warn()).toBe(false);
});
