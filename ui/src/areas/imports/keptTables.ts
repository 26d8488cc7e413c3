// The lines of the chosen files. They stay with the page, also while the dialog is closed: the core names them by handles.
import type { Table } from './table';

const tables = new Map<string, Table>();
let last = 0;
let bodies: ReadonlyArray<string> = [];

/** Keeps a table beside the one that the core uses; forgets all others. */
export function keepTable(table: Table, used: string): string {
  for (const handle of tables.keys()) if (handle !== used) tables.delete(handle);
  last += 1;
  const handle = `table-${String(last)}`;
  tables.set(handle, table);
  return handle;
}

export function keptTable(handle: string): Table | undefined {
  return tables.get(handle);
}

/** The bodies of the import that begins now; returns those of the one before, of which the server may not have taken all. */
export function replaceBodies(handles: ReadonlyArray<string>): ReadonlyArray<string> {
  const before = bodies;
  bodies = handles;
  return before;
}
