// The request bodies that carry the lines of a file to the server.
import type { ImportColumnView } from 'core-wasm';
import type { Table } from './table';

/** The server accepts 2 MB; a character has at most three bytes. */
const mostChars = 400_000;
/** Longer than any field may be: the server refuses the line anyway. */
const mostCharsOfValue = 4_000;

export interface Portion {
  body: string;
  lines: number;
}

/** Portions of at most `mostLines` lines, with the values of those columns that are assigned to a field. */
export function portionsOf(
  table: Table,
  columns: ReadonlyArray<Pick<ImportColumnView, 'field'>>,
  agent: string,
  mostLines: number,
): Portion[] {
  const chosen = columns.flatMap(({ field }, index) => (field === '' ? [] : [index]));
  const portions: Portion[] = [];
  let lines: string[] = [];
  let chars = 0;
  const close = (): void => {
    if (lines.length === 0) return;
    portions.push({ body: `{"agent":${JSON.stringify(agent)},"lines":[${lines.join(',')}]}`, lines: lines.length });
    lines = [];
    chars = 0;
  };
  for (const cells of table.lines) {
    const line = JSON.stringify(chosen.map((index) => valueOf(cells[index] ?? '')));
    if (lines.length === mostLines || chars + line.length > mostChars) close();
    lines.push(line);
    chars += line.length;
  }
  close();
  return portions;
}

/** JSON cannot contain half of a surrogate pair: the encoder replaces it. */
function valueOf(cell: string): string {
  const cut = cell.slice(0, mostCharsOfValue);
  return /[\ud800-\udfff]/.test(cut) ? new TextDecoder().decode(new TextEncoder().encode(cut)) : cut;
}
