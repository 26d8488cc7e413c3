// A table that was read from a file: headings, lines, and the row number of each line in the file.
import type { ImportsIntent } from 'core-wasm';

export type FileFault = Extract<ImportsIntent, { type: 'refuseImportFile' }>['fault'];

export interface Table {
  headings: ReadonlyArray<string>;
  /** The values of each line; missing ones at the end are empty. */
  lines: ReadonlyArray<ReadonlyArray<string>>;
  /** The row of the file that each line comes from, from 1. */
  numbers: ReadonlyArray<number>;
}

/** Why a file is not a table. */
export class FileRefusal extends Error {
  constructor(
    readonly fault: FileFault,
    /** The line of the file with the fault, from 1; 0 if no line has it. */
    readonly line = 0,
  ) {
    super(fault);
  }
}

/** Rows above the headings: a title, a date, a note. */
const mostTitles = 5;

/**
 * The first row with a value holds the headings, or, below titles of one cell, the first row with several values. Rows without any value are left
 * out.
 */
export function tableOf(rows: ReadonlyArray<ReadonlyArray<string>>): Table {
  const filled = rows
    .map((cells, index) => ({ cells, number: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const titles = filled
    .slice(0, mostTitles)
    .findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1);
  const [first, ...rest] = filled.slice(Math.max(titles, 0));
  if (first === undefined) throw new FileRefusal('empty');
  const width = filled.reduce((most, { cells }) => Math.max(most, widthOf(cells)), 0);
  // One column cannot hold a name and an identifier.
  if (width < 2) throw new FileRefusal('noTable');
  return {
    headings: Array.from({ length: width }, (_, index) => (first.cells[index] ?? '').trim()),
    lines: rest.map(({ cells }) => cells.slice(0, width)),
    numbers: rest.map(({ number }) => number),
  };
}

/** Spreadsheets write separators for empty columns, too. */
function widthOf(cells: ReadonlyArray<string>): number {
  let width = cells.length;
  while (width > 0 && (cells[width - 1] ?? '').trim() === '') width -= 1;
  return width;
}
