// Tests of the offered snooze times: in time zones, at clock changes, and for typed times.
import { expect, test } from 'vitest';
import { dayOf, momentOf, snoozeMoments, timeOf } from './snoozeTimes';

const paulo = 'America/Sao_Paulo';

function offered(now: string, zone: string): Record<string, string> {
  return Object.fromEntries(
    snoozeMoments(Date.parse(now), zone).map(({ choice, at }) => [choice, new Date(at).toISOString()]),
  );
}

test('[BEY-161] a Friday evening in São Paulo offers an hour, three hours, the morning of Saturday and that of Monday', () => {
  expect(offered('2026-11-20T21:30:15.000Z', paulo)).toEqual({
    inOneHour: '2026-11-20T22:30:15.000Z',
    inThreeHours: '2026-11-21T00:30:15.000Z',
    tomorrow: '2026-11-21T12:00:00.000Z',
    monday: '2026-11-23T12:00:00.000Z',
    // No time.
    untilReply: '9999-12-31T00:00:00.000Z',
  });
});

test("[BEY-161] the day is that of the agent's time zone: after midnight UTC it is still the day before in São Paulo", () => {
  expect(offered('2026-11-21T02:00:00.000Z', paulo)['tomorrow']).toBe('2026-11-21T12:00:00.000Z');
  expect(dayOf(Date.parse('2026-11-21T02:00:00.000Z'), 'Asia/Tokyo')).toBe('2026-11-21');
});

test('[BEY-161] on a Sunday, tomorrow is the Monday and offered once; on a Monday, the Monday offered is the next one', () => {
  expect(Object.keys(offered('2026-11-22T15:00:00.000Z', paulo))).toEqual([
    'inOneHour',
    'inThreeHours',
    'tomorrow',
    'untilReply',
  ]);
  expect(offered('2026-11-23T15:00:00.000Z', paulo)['monday']).toBe('2026-11-30T12:00:00.000Z');
});

test.each([
  ['an ordinary day', '2026-11-20', '09:00', paulo, '2026-11-20T12:00:00.000Z'],
  ['summer', '2026-07-01', '09:00', 'Europe/Lisbon', '2026-07-01T08:00:00.000Z'],
  ['winter', '2026-12-01', '09:00', 'Europe/Lisbon', '2026-12-01T09:00:00.000Z'],
  ['the morning after the clocks went forward', '2026-03-29', '09:00', 'Europe/Lisbon', '2026-03-29T08:00:00.000Z'],
  ['a time that the clocks skip', '2026-03-29', '01:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
  ['a time that comes twice', '2026-10-25', '01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
  ['the other side of the date line', '2026-11-20', '00:15', 'Pacific/Kiritimati', '2026-11-19T10:15:00.000Z'],
])('[BEY-161] a day and a time in a time zone give one UTC time: %s', (_, day, time, zone, moment) => {
  expect(new Date(momentOf(day, time, zone)).toISOString()).toBe(moment);
});

test.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['0930', '09:30'],
  ['9h', '09:00'],
  ['14h05', '14:05'],
  ['23:59', '23:59'],
  ['24:00', undefined],
  ['9:61', undefined],
  ['', undefined],
  ['amanhã', undefined],
])('[BEY-161] the typed time %j is read as %j', (typed, time) => {
  expect(timeOf(typed)).toBe(time);
});
