// The internal notes of an attendance that has no messages to stand among, as a call, and that notes could not be loaded.
import type { NoteView } from 'core-wasm';
import { ErrorState } from '../../design/EmptyState';
import { useTranslation } from '../../i18n/useTranslation';
import { ReadOnlyThread } from './ReadOnlyThread';

const noMessages: ReadonlyArray<never> = [];

export interface EntryNotesProps {
  notes?: ReadonlyArray<NoteView> | undefined;
  failed: boolean | undefined;
  onRetry: (() => void) | undefined;
}

export function EntryNotes({ notes, failed, onRetry }: EntryNotesProps) {
  const { t } = useTranslation();
  if (failed === true && onRetry !== undefined)
    return <ErrorState message={t('notes.thread.loadFailed')} onRetry={onRetry} />;
  return <ReadOnlyThread customer="" channel={undefined} messages={noMessages} notes={notes} />;
}
