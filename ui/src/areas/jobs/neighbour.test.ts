import { expect, test } from 'vitest';
import { neighbour } from './neighbour';

const groups = [[], ['P1', 'P2'], ['P3']];

test.each<[string | null, 1 | -1, string | undefined]>([
  [null, 1, 'P1'],
  [null, -1, 'P3'],
  ['P1', 1, 'P2'],
  ['P2', 1, 'P3'],
  ['P3', 1, undefined],
  ['P1', -1, undefined],
  ['gone', 1, 'P1'],
])('given %s is selected, when the agent goes %i, then %s opens', (selected, step, expected) => {
  expect(neighbour(groups, selected, step)).toBe(expected);
});
