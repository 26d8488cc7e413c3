// Tests of the formats of times and values, in both languages.
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startI18n } from '.';
import {
  dashWhenEmpty,
  firstWord,
  formatBytes,
  formatDate,
  formatDay,
  formatDuration,
  formatFull,
  formatListTime,
  formatMonth,
  formatNumber,
  formatPhone,
  formatStoredDay,
  formatTime,
  storedDay,
} from './format';

const local = (year: number, month: number, day: number, hours = 12, minutes = 0): number =>
  new Date(year, month - 1, day, hours, minutes).getTime();
const now = local(2026, 11, 20, 10, 0);

beforeAll(() => startI18n('pt-BR'));

test.each([
  [0, 'clock', '00:00:00'],
  [-5_000, 'clock', '00:00:00'],
  [272_000, 'clock', '00:04:32'],
  [7_906_999, 'clock', '02:11:46'],
  [272_000, 'call', '04:32'],
  [3_600_000, 'call', '01:00:00'],
  [360_000_000, 'clock', '100:00:00'],
] as const)('a duration of %d ms as a %s is %s', (milliseconds, shape, written) => {
  expect(formatDuration(milliseconds, shape)).toBe(written);
});

describe('the time in a list', () => {
  test.each([
    ['today', local(2026, 11, 20, 0, 5), '00:05'],
    ['yesterday', local(2026, 11, 19, 23, 59), 'ontem'],
    ['this week', local(2026, 11, 16), 'seg.'],
    ['this year', local(2026, 3, 9), '09/03'],
    ['another year', local(2025, 11, 19), '19/11/2025'],
  ])('shows a time of %s', (_case, time, written) => {
    expect(formatListTime(time, now, 'pt-BR', i18next.t)).toBe(written);
  });
});

test('numbers and dates are written the Brazilian way [SHELL-006]', () => {
  expect(formatNumber(1204)).toBe('1.204');
  expect(formatTime(local(2026, 11, 19, 14, 32))).toBe('14:32');
  expect(formatFull(local(2026, 11, 19, 14, 32))).toBe('19/11/2026 14:32');
});

describe('in English', () => {
  beforeAll(() => startI18n('en'));
  afterAll(() => startI18n('pt-BR'));

  test.each([
    ['a number', () => formatNumber(2006), '2,006'],
    ['a number in a sentence', () => i18next.t('people.selection.found', { count: 2006 }), '2,006 contacts'],
    ['a fraction', () => formatNumber(1.5), '1.5'],
    ['a size', () => formatBytes(4_500_000), '4.5 MB'],
    ['a small size', () => formatBytes(1_200), '1.2 kB'],
    ['a date', () => formatDate(local(2026, 11, 30)), '30/11/2026'],
    ['a date of the list', () => formatListTime(local(2025, 11, 19), now, 'en', i18next.t), '19/11/2025'],
    ['a stored day', () => formatStoredDay('2026-11-30'), '30/11/2026'],
    ['a day of a thread', () => formatDay(local(2026, 10, 27), now, 'en', i18next.t), 'Tuesday 27 October'],
    ['a month', () => formatMonth(local(2026, 10, 27), 'en'), 'October 2026'],
  ])('%s has the form of the language, and every date has the day first', (_case, written, expected) => {
    expect(written()).toBe(expected);
  });
});

test('only the formats name a locale for numbers and dates', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../gallery/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const others = Object.entries(sources)
    .filter(([path]) => path !== './format.ts')
    .filter(([, text]) => /toLocale(?:Date|Time)?String\(|new Intl\.(?:NumberFormat|DateTimeFormat)\(['a-z]/.test(text))
    .map(([path]) => path);
  expect(others).toEqual([
    // The offset of a time zone is computed, and an amount of money has its currency's form.
    '../areas/conversation/thread/messageDetails.ts',
    '../areas/jobs/snoozeTimes.ts',
  ]);
});

test('days in a thread have their names', () => {
  expect(formatDay(now, now, 'pt-BR', i18next.t)).toBe('Hoje');
  expect(formatDay(local(2026, 11, 19), now, 'pt-BR', i18next.t)).toBe('Ontem');
  expect(formatDay(local(2026, 11, 12), now, 'pt-BR', i18next.t)).toBe('quinta-feira, 12 de novembro');
});

test('an empty value is shown as a dash and another value unchanged [SHELL-039]', () => {
  expect(dashWhenEmpty('')).toBe('-');
  expect(dashWhenEmpty('  ')).toBe('-');
  expect(dashWhenEmpty('0')).toBe('0');
});

test('the short form of a name is its first word [SHELL-040]', () => {
  expect(firstWord('  Mariana Albuquerque ')).toBe('Mariana');
  expect(firstWord('')).toBe('');
});

test.each([
  ['5511987654321', '+55 (11) 98765-4321'],
  ['+551140001234', '+55 (11) 4000-1234'],
  ['11987654321', '(11) 98765-4321'],
  ['1140001234', '(11) 4000-1234'],
  ['+55 (11) 98765-4321', '+55 (11) 98765-4321'],
  ['14155550123', '14155550123'],
  ['2001', '2001'],
  ['+14155550123456', '+14155550123456'],
  ['sip:ana@proxy', 'sip:ana@proxy'],
  ['', ''],
])('the number %j is shown as %j', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});

test.each([
  ['2027-11-25', '25/11/2027'],
  ['2027-11-25T10:00', '2027-11-25T10:00'],
  ['Fibra 300', 'Fibra 300'],
  ['', ''],
])('the stored value %j is shown as %j', (value, shown) => {
  expect(formatStoredDay(value)).toBe(shown);
});

test.each([
  ['25/11/2027', '2027-11-25'],
  ['5/1/2028', '2028-01-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', '29/02/2027'],
  ['31/13/2027', '31/13/2027'],
  ['a combinar', 'a combinar'],
  ['', ''],
])('the day that is typed as %j is stored as %j', (typed, stored) => {
  expect(storedDay(typed)).toBe(stored);
});
