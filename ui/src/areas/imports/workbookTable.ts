// Reads the first sheet of an XLSX workbook: each cell as the text that a spreadsheet shows.
import { readSheet } from 'read-excel-file/universal';
import { FileRefusal, tableOf, type Table } from './table';

export async function readWorkbook(bytes: ArrayBuffer): Promise<Table> {
  let rows: unknown[][];
  try {
    rows = await readSheet(bytes, { parseNumber: numberText, trim: false });
  } catch {
    // Garbage, an encrypted workbook, or one without a sheet.
    throw new FileRefusal('unreadable');
  }
  return tableOf(rows.map((cells) => cells.map(textOf)));
}

/** A workbook stores a telephone number as 5.511955550101E+12, and 79.90 as 79.900000000000006. */
function numberText(stored: string): string {
  return String(Number(stored));
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : '';
}

/** Workbooks know no time zone: the reader gives the date in UTC. */
function dateText(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${String(date.getUTCFullYear())}`;
  const [hours, minutes] = [date.getUTCHours(), date.getUTCMinutes()];
  return hours === 0 && minutes === 0 ? day : `${day} ${two(hours)}:${two(minutes)}`;
}
