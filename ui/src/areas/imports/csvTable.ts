// Reads a text file with separated values. The encoding is found by its byte order mark; without one the text is UTF-8, or Windows-1252 (Latin-1) if
// it is not valid UTF-8.
import Papa from 'papaparse';
import { FileRefusal, tableOf, type Table } from './table';

/** Excel writes semicolons in countries with a decimal comma. */
const separators = [';', ',', '\t', '|'];

export function readCsv(bytes: ArrayBuffer): Table {
  const text = textOf(new Uint8Array(bytes));
  // No text contains it: the file is an image, a program or the like.
  if (text.includes('\u0000')) throw new FileRefusal('noTable');
  return tableOf(Papa.parse<string[]>(text, { delimiter: separatorOf(text) }).data);
}

/** The separator that gives most headings. The library's own guess fails for files of two columns. */
function separatorOf(text: string): string {
  const headings = separators.map((delimiter) => {
    const [first] = Papa.parse<string[]>(text, { delimiter, preview: 1, skipEmptyLines: 'greedy' }).data;
    return { delimiter, count: first?.length ?? 0 };
  });
  return headings.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
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
