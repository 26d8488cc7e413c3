// The entries as the rows of a file for spreadsheets (shared/csv.ts writes it).
import type { TFunction } from 'i18next';
import { formatFull } from '../../i18n/format';
import type { CoreText } from '../../i18n/text';
import { entryGroups, reasonText, statusText } from './entryTexts';
import type { BroadcastEntry } from './types';

const columns = ['name', 'identifier', 'whatsapp', 'status', 'reason', 'time'] as const;

/** The headings and a row for each entry. Numbers keep their canonical form, so that other programs can read them. */
export function entryRows(
  entries: ReadonlyArray<BroadcastEntry>,
  t: TFunction,
  say: (text: CoreText) => string,
): ReadonlyArray<ReadonlyArray<string>> {
  return [
    columns.map((column) => t(`broadcastPage.csv.${column}`)),
    ...entries.map((entry) => [
      entry.contactName,
      entry.contactIdentifier,
      entry.contactWhatsAppIdentifier,
      statusText(entry.status, t),
      reasonText(entry, t, say),
      entryGroups[entry.status] === 'queued' ? '' : formatFull(entry.changedAt),
    ]),
  ];
}

/** The name of the file, without characters that file systems refuse. */
export function exportName(name: string, t: TFunction): string {
  const safe = name.trim().replace(/[\\/:*?"<>|\s]+/g, '-');
  return `${t('broadcastPage.detail.exportFile', { name: safe })}.csv`;
}
