import { expect, test } from 'vitest';
import {
  findPeople,
  insertMention,
  mentionParts,
  mentionQuery,
  withoutMentionBefore,
  type NotePerson,
} from './mention';

function person(id: string, name: string, online: boolean): NotePerson {
  return { id, name, initials: '', color: '#000000', team: '', online };
}

const renata = person('1', 'Renata Lopes', false);
const rafael = person('2', 'Rafael Souza', true);
const andre = person('3', 'André Reis', true);

test.each([
  ['@', 1, ''],
  ['Olá @re', 7, 're'],
  ['@renata lo', 10, 'renata lo'],
  ['linha\n@r', 8, 'r'],
])('[BEY-160] in %j an @ begins the search %j', (text, caret, search) => {
  expect(mentionQuery(text, caret)?.search).toBe(search);
});

test.each([
  ['ana@exemplo.com', 15],
  ['@ ', 2],
  ['sem arroba', 5],
  ['@renata\nlopes', 13],
])('[BEY-160] %j begins no search', (text, caret) => {
  expect(mentionQuery(text, caret)).toBeUndefined();
});

test('[BEY-160] people are found by any word of their name without accents, those at work first', () => {
  const names = (search: string): ReadonlyArray<string> =>
    findPeople([renata, rafael, andre], search).map(({ name }) => name);
  expect(names('')).toEqual(['Rafael Souza', 'André Reis', 'Renata Lopes']);
  expect(names('r')).toEqual(['Rafael Souza', 'André Reis', 'Renata Lopes']);
  expect(names('andre')).toEqual(['André Reis']);
  expect(names('lop')).toEqual(['Renata Lopes']);
  expect(names('zz')).toEqual([]);
});

test('[BEY-160] a choice replaces what was typed after the @', () => {
  expect(insertMention('Veja @re', { start: 5, end: 8, search: 're' }, 'Renata Lopes')).toEqual({
    text: 'Veja @Renata Lopes ',
    caret: 19,
  });
  expect(insertMention('@r hoje', { start: 0, end: 2, search: 'r' }, 'Renata Lopes')).toEqual({
    text: '@Renata Lopes hoje',
    caret: 14,
  });
});

test('[BEY-160] Backspace removes a mention as a whole', () => {
  const names = ['Ana', 'Ana Souza'];
  expect(withoutMentionBefore('Oi @Ana Souza, veja', 13, names)).toEqual({ text: 'Oi , veja', caret: 3 });
  expect(withoutMentionBefore('Oi @Ana Souza', 12, names)).toBeUndefined();
  expect(withoutMentionBefore('Oi Ana', 6, names)).toBeUndefined();
});

test('[BEY-160] mentions are marked in the text, the longest name first', () => {
  const parts = mentionParts('@Ana Souza e @Ana, não @outra', ['Ana', 'Ana Souza']);
  expect(parts.map(({ text, mentioned }) => (mentioned ? `[${text}]` : text))).toEqual([
    '[@Ana Souza]',
    ' e ',
    '[@Ana]',
    ', não @outra',
  ]);
});
