// Reads a text file with separated values. The encoding is found by its byte order mark; without one the text is UTF-8, or Windows-1252 (Latin-1) if
// it is not valid UTF-8.
import Papa from 'papaparse';
import { FileRefusal, tableOf, type Table } from './table';

/** Excel writes semicolons in countries with a decimal comma. */
const separators = [';', ',', '\t', '|'];

export function readCsv(bytes: ArrayBuffer): Table {
  const text = textOf(new Uint8Array(bytes));
  // No text contains this byte: the file is an image, a program or the like.
  if (text.includes('\u0000')) throw new FileRefusal('noTable');
  const [mark = '', named] = separatorLine.exec(text) ?? [];
  // The row stays without a value, so that the rows after it keep their numbers.
  const table = text.slice(mark.length);
  const parsed = Papa.parse<string[]>(table, { delimiter: separatorOf(table, named) });
  const open = openQuote(parsed);
  if (open !== undefined) throw new FileRefusal('openQuote', lineAt(table, open));
  return tableOf(parsed.data);
}

/**
 * Position of a value whose opening quote is closed nowhere, or only by a quote in a later line, which would make the lines between
 * part of the value.
 */
function openQuote({ data, errors }: Papa.ParseResult<string[]>): number | undefined {
  const swallows = (row: number | undefined): boolean => data[row ?? -1]?.some((cell) => /[\r\n]/.test(cell)) ?? false;
  return errors.find(({ code, row }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && swallows(row)))?.index;
}

/** The line number of a position in the text, from 1. */
function lineAt(text: string, index: number): number {
  return text.slice(0, index).split(/\r\n|\r|\n/).length;
}

/** Tells Excel the separator of the file. */
const separatorLine = /^sep=(.)(?=\r?\n)/i;

/**
 * The named separator if it gives columns, else the separator that gives the most headings. The library's detection fails for files of two
 * columns.
 */
function separatorOf(text: string, named: string | undefined): string {
  const begin = text.replace(/^[\r\n]+/, '');
  const headings = (delimiter: string): number => {
    const [first] = Papa.parse<string[]>(begin, { delimiter, preview: 1, skipEmptyLines: 'greedy' }).data;
    return first?.length ?? 0;
  };
  if (named !== undefined && headings(named) > 1) return named;
  return separators.reduce((best, other) => (headings(other) > headings(best) ? other : best));
}

export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
