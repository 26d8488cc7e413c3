// Tests that a number is found in every written form, and that no name is taken for a number.
import { expect, test } from 'vitest';
import { findsNumber } from './findsNumber';

test.each([
  ['5511922220001', true],
  ['+5511922220001', true],
  ['(11) 92222-0001', true],
  ['92222-0001', true],
  ['011 92222-0001', true],
  ['0055 11 92222-0001', true],
  ['(11) 2222-0001', true],
  ['11\u00a092222\u00a00001', true],
  ['(11) 93333-0001', false],
  ['Ana', false],
  ['Ana 0001', false],
  ['+-', false],
  ['', false],
])('the search %j finds the number: %j [BEY-164]', (typed, found) => {
  expect(findsNumber('5511922220001', typed)).toBe(found);
});

test('a text without digits is no number', () => {
  expect(findsNumber('ana@example.com', '11')).toBe(false);
});
