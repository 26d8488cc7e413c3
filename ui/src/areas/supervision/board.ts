// The rules of the board's display: the situations of an agent, the counts, the filter and the order. Statuses come from the core.
import type { BoardRowView, Channel } from 'core-wasm';
import { foldForSearch } from '../../i18n/fold';

export type Situation = 'available' | 'inAttendance' | 'paused' | 'absent' | 'disconnected';
export const situations: ReadonlyArray<Situation> = ['available', 'inAttendance', 'paused', 'absent', 'disconnected'];

export type BoardOrder = 'name' | 'attendances' | 'longest' | 'session';
export const boardOrders: ReadonlyArray<BoardOrder> = ['name', 'attendances', 'longest', 'session'];

export interface BoardFilter {
  search: string;
  situation: Situation | 'all';
  /** Null: all channels. */
  channels: ReadonlyArray<Channel> | null;
  order: BoardOrder;
}

export const wholeBoard: BoardFilter = { search: '', situation: 'all', channels: null, order: 'name' };

export interface BoardSummary {
  total: number;
  logged: number;
  attendances: number;
  /** Agents with a pause over its limit. */
  exceeded: number;
  in: Readonly<Record<Situation, number>>;
}

/** All situations of the agent on these channels: in attendance on one and available on another gives both. */
export function situationsOf(row: BoardRowView, channels: BoardFilter['channels'] = null): ReadonlySet<Situation> {
  const found = new Set<Situation>();
  if (row.absent) found.add('absent');
  if (row.logged && !row.absent) {
    for (const { channel, status } of row.channels) {
      if (channels !== null && !channels.includes(channel)) continue;
      if (status === 'available' || status === 'inAttendance' || status === 'paused') found.add(status);
      // In attendance until the pause begins.
      if (status === 'scheduledPause') found.add('inAttendance');
    }
  }
  if (found.size === 0 || !row.logged) found.add('disconnected');
  return found;
}

export function attendancesOf(row: BoardRowView): number {
  return row.channels.reduce((sum, { activeAttendances }) => sum + activeAttendances, 0);
}

export function summaryOf(rows: ReadonlyArray<BoardRowView>): BoardSummary {
  const counts: Record<Situation, number> = { available: 0, inAttendance: 0, paused: 0, absent: 0, disconnected: 0 };
  for (const row of rows) for (const situation of situationsOf(row)) counts[situation] += 1;
  return {
    total: rows.length,
    logged: rows.filter(({ logged }) => logged).length,
    attendances: rows.reduce((sum, row) => sum + attendancesOf(row), 0),
    exceeded: rows.filter(({ channels }) => channels.some(({ pauseExceeded }) => pauseExceeded)).length,
    in: counts,
  };
}

export function shownRows(
  rows: ReadonlyArray<BoardRowView>,
  { search, situation, channels, order }: BoardFilter,
): ReadonlyArray<BoardRowView> {
  const wanted = foldForSearch(search.trim());
  const kept = rows.filter((row) => {
    if (channels !== null && !row.channels.some(({ channel }) => channels.includes(channel))) return false;
    if (situation !== 'all' && !situationsOf(row, channels).has(situation)) return false;
    return wanted === '' || [row.name, row.login].some((text) => foldForSearch(text).includes(wanted));
  });
  // The core sorts by name; the stable sort keeps that order among equals.
  return order === 'name' ? kept : [...kept].sort((one, other) => rankOf(one, order) - rankOf(other, order));
}

/** Whether two versions of a row have equal fields. The core hands the whole board over; most of its rows did not change. */
export function isSameRow(one: BoardRowView, other: BoardRowView): boolean {
  const { channels, ...fields } = one;
  const { channels: otherChannels, ...otherFields } = other;
  return (
    hasSameFields(fields, otherFields) &&
    channels.length === otherChannels.length &&
    channels.every((channel, index) => hasSameFields(channel, otherChannels[index]))
  );
}

/** Compares one level of fields; a nested object counts as changed unless it is the same object. */
function hasSameFields<T extends object>(one: T, other: T | undefined): boolean {
  if (other === undefined) return false;
  const keys = Object.keys(one) as Array<keyof T>;
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

const last = Number.MAX_SAFE_INTEGER;

/** The sort key: lower values come first. */
function rankOf(row: BoardRowView, order: BoardOrder): number {
  switch (order) {
    case 'name':
      return 0;
    case 'attendances':
      return -attendancesOf(row);
    case 'session':
      return row.logged ? (row.since ?? last) : last;
    case 'longest': {
      if (row.absent) return row.absentSince ?? last;
      const held = row.channels.filter(({ status }) => status !== 'disconnected').map(({ since }) => since ?? last);
      return row.logged && held.length > 0 ? Math.min(...held) : last;
    }
  }
}
