// Tests of notes among the entries of an exported conversation.
import type { NoteView } from 'core-wasm';
import { expect, test } from 'vitest';
import { noteEntries, withNotes, type NoteEntry } from './noteEntries';

const note = (id: string, changes: Partial<NoteView> = {}): NoteView => ({
  id,
  own: false,
  author: 'Bruno Lima',
  initials: 'BL',
  color: '#517693',
  text: `text of ${id}`,
  mentions: [],
  time: 25,
  edited: false,
  removed: false,
  phase: 'kept',
  frameStart: true,
  ...changes,
});

test('removed notes and those that are not on the server are left out [BEY-160]', () => {
  const notes = [
    note('a'),
    note('b', { removed: true, text: '' }),
    note('c', { phase: 'sending' }),
    note('d', { phase: 'failed' }),
  ];
  expect(noteEntries(notes).map(({ id }) => id)).toEqual(['note:a']);
});

const messages = [
  { id: 'm1', time: 10 },
  { id: 'm2', time: 20 },
  { id: 'm3', time: 30 },
];

test.each<[string, Partial<NoteView>, ReadonlyArray<string>]>([
  ['before the message that the core names', { before: 'm2' }, ['m1', 'note:a', 'm2', 'm3']],
  ['at the end where no message follows', {}, ['m1', 'm2', 'm3', 'note:a']],
  ['by its time where the message has no entry', { before: 'gone' }, ['m1', 'm2', 'note:a', 'm3']],
  [
    'at the end where the message has no entry and none is later',
    { before: 'gone', time: 99 },
    ['m1', 'm2', 'm3', 'note:a'],
  ],
])('a note stands %s', (_, changes, expected) => {
  const entryOf = ({ id, time }: NoteEntry) => ({ id, time });
  expect(withNotes(messages, noteEntries([note('a', changes)]), entryOf).map(({ id }) => id)).toEqual(expected);
});

test('several notes before one message keep their order', () => {
  const notes = noteEntries([note('a', { before: 'm3' }), note('b', { before: 'm3' })]);
  const ids = withNotes(messages, notes, ({ id, time }) => ({ id, time })).map(({ id }) => id);
  expect(ids).toEqual(['m1', 'm2', 'note:a', 'note:b', 'm3']);
});
