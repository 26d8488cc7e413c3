// Tables as files for spreadsheets: UTF-8 with a mark that Excel needs, separated by semicolons as Excel in Brazil reads them.
import { saveFile } from './saveFile';

const byteOrderMark = '\uFEFF';
/** A spreadsheet computes a cell that begins so: a customer could choose a name that reads other cells. */
const formula = /^[=+\-@\t\r]/;
const needsQuotes = /[";\r\n]/;

export function csvOf(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  return rows.map((cells) => `${cells.map(cellOf).join(';')}\r\n`).join('');
}

/** A leading apostrophe makes a formula a text. */
function cellOf(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function saveCsv(rows: ReadonlyArray<ReadonlyArray<string>>, name: string): void {
  saveFile(new Blob([byteOrderMark, csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name);
}
