// Tables as files for spreadsheets: UTF-8 with a mark that Excel needs, separated by semicolons as Excel in Brazil reads them.
import { saveFile } from './saveFile';

const byteOrderMark = '\uFEFF';
/** A spreadsheet evaluates a cell that begins like this: a customer could choose a name that reads other cells. */
const formula = /^[=+\-@\t\r]/;
/** In other countries a comma, a tab or a bar separates cells: the text after it may be evaluated there. */
const inner = /([,\t|])(?=[=+\-@])/g;
const needsQuotes = /[",;|\t\r\n]/;

export function csvOf(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  return rows.map((cells) => `${cells.map(cellOf).join(';')}\r\n`).join('');
}

/**
 * A leading apostrophe turns a formula into a text. A first line `sep=;` is no solution: Excel then ignores the byte order
 * mark.
 */
function cellOf(value: string): string {
  const guarded = value.replace(inner, "$1'");
  const text = formula.test(guarded) ? `'${guarded}` : guarded;
  return needsQuotes.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function saveCsv(rows: ReadonlyArray<ReadonlyArray<string>>, name: string): void {
  saveFile(new Blob([byteOrderMark, csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name);
}
