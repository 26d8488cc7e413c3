import type { NoteView } from 'core-wasm';
import { expect, test } from 'vitest';
import { framesAt, messageAtOrAbove, noteFrames, withFrames } from './noteRows';

function note(id: string, frameStart: boolean, before?: string): NoteView {
  return {
    id,
    own: true,
    author: 'Ana Souza',
    initials: 'AS',
    color: '#000000',
    text: 'Nota',
    mentions: [],
    time: 0,
    edited: false,
    removed: false,
    phase: 'kept',
    frameStart,
    ...(before === undefined ? {} : { before }),
  };
}

const rowsOf = (rows: {
  length: number;
  at: (index: number) => string | undefined;
}): ReadonlyArray<string | undefined> => Array.from({ length: rows.length }, (_, index) => rows.at(index));

test('[BEY-160] notes share a frame until the next one begins', () => {
  const frames = noteFrames([note('A', true, 's2'), note('B', false, 's2'), note('C', true)]);
  expect(frames.map(({ id, before, notes }) => [id, before, notes.length])).toEqual([
    ['note:A', 's2', 2],
    ['note:C', undefined, 1],
  ]);
});

test('[BEY-160] each frame of notes stands before its message, and a frame without one at the end', () => {
  const frames = [
    { id: 'note:A', before: 's1' },
    { id: 'note:B', before: 's3' },
    { id: 'note:C', before: 's3' },
    { id: 'note:D', before: undefined },
    { id: 'note:E', before: 'gone' },
  ];
  expect(rowsOf(withFrames(['s1', 's2', 's3'], frames))).toEqual([
    'note:A',
    's1',
    's2',
    'note:B',
    'note:C',
    's3',
    'note:D',
    'note:E',
  ]);
});

test('a thread without notes is returned as the same list', () => {
  const rows = ['s1'];
  expect(withFrames(rows, [])).toBe(rows);
});

test.each([
  ['a message', 's2', 's2'],
  ['a frame below a message', 'note:1', 's1'],
  ['a frame below another one', 'note:2', 's1'],
  ['a frame above all messages', 'note:0', undefined],
])('the last message that was seen is found above the frames: %s', (_case, id, expected) => {
  const frames = ['note:0', 'note:1', 'note:2'].map((frame) => ({ id: frame }));
  expect(messageAtOrAbove(['note:0', 's1', 'note:1', 'note:2', 's2'], frames, id)).toBe(expected);
});

test('[BEY-160] notes of a conversation that is only read stand among its messages by their times', () => {
  const at = (id: string, time: number, frameStart = false): NoteView => ({ ...note(id, frameStart), time });
  const notes = [at('A', 5, true), at('B', 15, true), at('C', 16), at('D', 25), at('E', 99, true)];
  const messages = [{ time: 10 }, {}, { time: 20 }, { time: 30 }].map(({ time }) => ({ time }));
  const placed = framesAt(notes, messages).map(({ place, notes: held }) => [place, held.map(({ id }) => id).join('')]);
  expect(placed).toEqual([
    [0, 'A'],
    [2, 'BC'],
    [3, 'D'],
    [4, 'E'],
  ]);
  expect(framesAt(notes, []).map(({ place }) => place)).toEqual([0, 0, 0]);
});
