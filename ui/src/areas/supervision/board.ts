// The choices of the board's display. The rules (situations, counts, filter, order) are the core's.
import type { BoardFilter, BoardOrder, BoardRowView, Situation } from 'core-wasm';

export const situations: ReadonlyArray<Situation> = ['available', 'inAttendance', 'paused', 'absent', 'disconnected'];

export const boardOrders: ReadonlyArray<BoardOrder> = ['name', 'wait', 'attendances', 'longest', 'session'];

export const wholeBoard: BoardFilter = { search: '', situation: undefined, channels: undefined, order: 'name' };

export function attendancesOf(row: BoardRowView): number {
  return row.channels.reduce((sum, { activeAttendances }) => sum + activeAttendances, 0);
}
