// Tests of the time of a message: when it was written, and when it arrived if it arrived late.
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { startI18n } from '../../../i18n';
import { formatFull } from '../../../i18n/format';
import { messageTime } from './messageTime';

const at = (day: number, hour: number, minute: number): number => new Date(2026, 10, day, hour, minute).getTime();
const written = at(20, 14, 20);

beforeAll(() => startI18n('pt-BR'));

test.each([
  ['a server without a time', {}, ''],
  ['a message in time', { time: written, placed: written }, '14:20'],
  ['one that arrived late', { time: written, placed: written, arrived: at(20, 14, 50) }, '14:20 · chegou às 14:50'],
  [
    'one that arrived on the next day',
    { time: written, placed: written, arrived: at(21, 8, 5) },
    `14:20 · chegou em ${formatFull(at(21, 8, 5))}`,
  ],
  [
    'one of before the attendance, under the day of the attendance',
    { time: written, placed: at(21, 8, 0), arrived: at(21, 8, 5) },
    `${formatFull(written)} · chegou às 08:05`,
  ],
])('%s [BEY-168]', (_name, times, expected) => {
  expect(messageTime({ time: undefined, ...times }, i18next.t)).toBe(expected);
});
