// Tables as files for spreadsheets: UTF-8 with a mark that Excel needs, separated by semicolons as Excel in Brazil reads them.
import { saveFile } from './saveFile';

const byteOrderMark = '\uFEFF';
/** A spreadsheet computes a cell that begins so: a customer could choose a name that reads other cells. */
const formula = /^[=+\-@\t\r]/;
/** Elsewhere a comma, a tab or a bar separates cells: what follows it may be computed there. */
const inner = /([,\t|])(?=[=+\-@])/g;
const needsQuotes = /[",;|\t\r\n]/;

export function csvOf(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  return rows.map((cells) => `${cells.map(cellOf).join(';')}\r\n`).join('');
}

/** A leading apostrophe makes a formula a text. A first line `sep=;` would do less: Excel then ignores the mark of UTF-8. */
function cellOf(value: string): string {
  const guarded = value.replace(inner, "$1'");
  const text = formula.test(guarded) ? `'${guarded}` : guarded;
  return needsQuotes.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function saveCsv(rows: ReadonlyArray<ReadonlyArray<string>>, name: string): void {
  saveFile(new Blob([byteOrderMark, csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name);
}
