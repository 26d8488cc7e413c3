// Tests of why a conversation cannot begin, known before its form is opened.
import { expect, test } from 'vitest';
import { startObstacle } from './useStartReason';

test.each([
  ['available', true, 4, 5, undefined],
  ['available', false, 0, 5, 'notConnected'],
  ['paused', true, 0, 5, 'paused'],
  ['inAttendance', true, 5, 5, 'limit'],
  ['inAttendance', true, 50, 0, undefined],
] as const)('status %s, connected %s, %i of %i conversations: %s', (status, connected, openJobs, most, expected) => {
  expect(startObstacle({ status, connected, openJobs }, most)).toBe(expected);
});

test('for an agent without the channel there is no reason, because there is no button', () => {
  expect(startObstacle(undefined, 5)).toBeUndefined();
});
