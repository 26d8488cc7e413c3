// The refused lines as a table for a spreadsheet: the file can be corrected and imported again.
import type { ContactImportView } from 'core-wasm';
import type { CoreText } from '../../i18n/text';
import type { Table } from './table';

export interface RefusedLine {
  /** The row of the file. */
  number: number;
  field: string;
  reason: string;
  values: ReadonlyArray<string>;
}

export function refusedLines(
  refused: ContactImportView['refused'],
  table: Table | undefined,
  labelOf: (field: string) => string,
  say: (text: CoreText) => string,
): RefusedLine[] {
  return refused.map(({ line, field, reason }) => ({
    number: table?.numbers[line] ?? line + 2,
    field: labelOf(field),
    reason: say(reason),
    values: table?.lines[line] ?? [],
  }));
}
