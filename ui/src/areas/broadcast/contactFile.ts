// Reads a file with customers, with the reader of the import of contacts, which is loaded when a file is chosen.
import type { TFunction } from 'i18next';
import { loadArea } from '../../design/lazyArea';
import { FileRefusal, type Table } from '../imports/table';

export const mostFileBytes = 5 * 1024 * 1024;

export async function readContactFile(file: File): Promise<Table> {
  if (file.size > mostFileBytes) throw new FileRefusal('tooLarge');
  const { readTable } = await loadArea(() => import('../imports/readTable'), []);
  return readTable(file);
}

/** Why the file was not read, from the error of `readContactFile`. */
export function fileFaultText(cause: unknown, t: TFunction): string {
  if (!(cause instanceof FileRefusal)) return t('broadcastPage.contacts.file.readerMissing');
  switch (cause.fault) {
    case 'tooLarge':
    case 'noTable':
    case 'empty':
      return t(`broadcastPage.contacts.file.${cause.fault}`);
    case 'openQuote':
      return t('broadcastPage.contacts.file.openQuote', { line: cause.line });
    case 'unreadable':
      return t('broadcastPage.contacts.file.unreadable');
  }
}
