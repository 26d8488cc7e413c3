// The rules of the board's display: situations, counts, search, filters, orders and equal rows.
import type { BoardChannelView, BoardRowView } from 'core-wasm';
import { expect, test } from 'vitest';
import { isSameRow, shownRows, situationsOf, summaryOf, wholeBoard, type BoardFilter, type Situation } from './board';

const chat = (more: Partial<BoardChannelView> = {}): BoardChannelView => ({
  channel: 'chat',
  status: 'available',
  since: 5_000,
  pause: undefined,
  scheduledPause: undefined,
  pauseExceeded: false,
  activeAttendances: 0,
  ...more,
});
const row = (name: string, more: Partial<BoardRowView> = {}): BoardRowView => ({
  agentId: name,
  name,
  login: `${name.toLowerCase()}.login`,
  initials: 'A',
  color: '#517693',
  logged: true,
  linked: true,
  since: 1_000,
  absent: false,
  absentSince: undefined,
  channels: [chat()],
  pending: false,
  ...more,
});

test.each<[string, Partial<BoardRowView>, ReadonlyArray<Situation>]>([
  ['available', {}, ['available']],
  ['in attendance', { channels: [chat({ status: 'inAttendance' })] }, ['inAttendance']],
  ['in attendance until the pause begins', { channels: [chat({ status: 'scheduledPause' })] }, ['inAttendance']],
  [
    'paused on one channel, available on another',
    { channels: [chat({ status: 'paused' }), chat({ channel: 'voice' })] },
    ['available', 'paused'],
  ],
  ['without a connected channel', { channels: [chat({ status: 'disconnected' })] }, ['disconnected']],
  ['absent with any channel status', { absent: true }, ['absent']],
  ['logged off with any channel status', { logged: false }, ['disconnected']],
  ['logged off and absent', { logged: false, absent: true }, ['absent', 'disconnected']],
])('an agent who is %s', (_name, more, expected) => {
  expect([...situationsOf(row('Ana', more))].sort()).toEqual([...expected].sort());
});

const board = [
  row('Ana', { channels: [chat({ status: 'inAttendance', activeAttendances: 2, since: 9_000 })], since: 3_000 }),
  row('Bruno', {
    channels: [
      chat({ status: 'paused', pauseExceeded: true, since: 2_000 }),
      chat({ channel: 'voice', status: 'inAttendance', activeAttendances: 3, since: 4_000 }),
    ],
    since: 2_000,
  }),
  row('Célia', { absent: true, absentSince: 1_500, since: 500 }),
  row('Davi', { logged: false, channels: [chat({ status: 'disconnected' })], since: 100 }),
];

test('the summary counts agents, attendances and situations', () => {
  expect(summaryOf(board)).toEqual({
    total: 4,
    logged: 3,
    attendances: 5,
    exceeded: 1,
    in: { available: 0, inAttendance: 2, paused: 1, absent: 1, disconnected: 1 },
  });
});

test.each<[string, Partial<BoardFilter>, ReadonlyArray<string>]>([
  ['all agents by name', {}, ['Ana', 'Bruno', 'Célia', 'Davi']],
  ['a name without its accent', { search: ' celia' }, ['Célia']],
  ['a login', { search: 'davi.lo' }, ['Davi']],
  ['agents in attendance', { situation: 'inAttendance' }, ['Ana', 'Bruno']],
  ['agents in attendance on chat', { situation: 'inAttendance', channels: ['chat'] }, ['Ana']],
  ['agents with voice', { channels: ['voice'] }, ['Bruno']],
  ['absent agents', { situation: 'absent' }, ['Célia']],
  ['most attendances first', { order: 'attendances' }, ['Bruno', 'Ana', 'Célia', 'Davi']],
  ['longest in a status first', { order: 'longest' }, ['Célia', 'Bruno', 'Ana', 'Davi']],
  ['the oldest session first', { order: 'session' }, ['Célia', 'Bruno', 'Ana', 'Davi']],
])('%s', (_name, filter, names) => {
  expect(shownRows(board, { ...wholeBoard, ...filter }).map(({ name }) => name)).toEqual(names);
});

test('given a new copy of a row with equal fields, it is the same row', () => {
  const [ana] = board;
  expect(isSameRow(structuredClone(ana!), ana!)).toBe(true);
});

const [pausedOnChat, attendsOnVoice] = board[1]!.channels;
test.each<[string, Partial<BoardRowView>]>([
  ['a field of the agent', { pending: true }],
  ['a field that got a value', { absentSince: 7_000 }],
  ['a field of a channel', { channels: [{ ...pausedOnChat!, activeAttendances: 1 }, attendsOnVoice!] }],
  ['one channel less', { channels: [pausedOnChat!] }],
  ['one channel more', { channels: [pausedOnChat!, attendsOnVoice!, chat({ channel: 'whatsapp' })] }],
  ['another order of channels', { channels: [attendsOnVoice!, pausedOnChat!] }],
])('given a row with %s changed, it is not the same row', (_name, change) => {
  expect(isSameRow(board[1]!, { ...board[1]!, ...change })).toBe(false);
});
