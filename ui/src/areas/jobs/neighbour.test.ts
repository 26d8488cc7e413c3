import { expect, test } from 'vitest';
import { neighbour, nextMatching } from './neighbour';

const groups = [[], ['P1', 'P2'], ['P3']];

test.each<[string | null, 1 | -1, string | undefined]>([
  [null, 1, 'P1'],
  [null, -1, 'P3'],
  ['P1', 1, 'P2'],
  ['P2', 1, 'P3'],
  ['P3', 1, undefined],
  ['P1', -1, undefined],
  ['gone', 1, 'P1'],
])('given %s is selected, when the agent moves by %i, then %s is opened', (selected, step, expected) => {
  expect(neighbour(groups, selected, step)).toBe(expected);
});

test.each<[string | null, ReadonlyArray<string>, string | undefined]>([
  [null, ['P2', 'P3'], 'P2'],
  ['P2', ['P1', 'P2', 'P3'], 'P3'],
  ['P3', ['P1', 'P3'], 'P1'],
  ['P3', ['P3'], undefined],
  [null, [], undefined],
])('given %s is selected and %j are unread, then the next unread one is %s', (selected, unread, expected) => {
  expect(nextMatching(groups, selected, (protocol) => unread.includes(protocol))).toBe(expected);
});
