// The internal notes of another agent's attendance, for a person whom one of them mentions. They are read-only here.
import type { NoteView } from 'core-wasm';
import { AtSign } from 'lucide-react';
import { Button } from '../../../design/Button';
import { Dialog } from '../../../design/Dialog';
import { EmptyState, ErrorState } from '../../../design/EmptyState';
import { SkeletonChoices, usePlaceholder } from '../../../design/Skeleton';
import { useTranslation } from '../../../i18n/useTranslation';
import { NoteFrame, type NoteActions } from './NoteFrame';
import { noteFrames } from './noteRows';
import styles from './Notes.module.css';

export interface NotesDialogProps {
  open: boolean;
  /** Name of the customer. */
  customer: string;
  /** Protocol of the attendance. */
  protocol: string;
  state: 'loading' | 'ready' | 'failed';
  notes: ReadonlyArray<NoteView>;
  onReload: () => void;
  onClose: () => void;
}

const nothing = (): void => {};
const noActions: NoteActions = { onEdit: nothing, onRemove: nothing, onRetry: nothing, onDiscard: nothing };

export function NotesDialog({ open, customer, protocol, state, notes, onReload, onClose }: NotesDialogProps) {
  const { t } = useTranslation();
  const placeholder = usePlaceholder(state === 'loading' && notes.length === 0);
  // The notes are read-only here, and the conversation belongs to another agent, so the authors are named as people to
  // ask.
  const askers = [...new Set(notes.filter(({ own, removed }) => !own && !removed).map(({ author }) => author))].join(
    ', ',
  );
  return (
    <Dialog
      open={open}
      glyph={AtSign}
      title={t('notes.dialog.title', { name: customer })}
      description={t('notes.dialog.description', { protocol })}
      onClose={onClose}
      footer={
        <Button tone="outline" onClick={onClose}>
          {t('notes.dialog.close')}
        </Button>
      }
    >
      {state === 'failed' && <ErrorState message={t('notes.thread.loadFailed')} onRetry={onReload} />}
      {placeholder === 'skeleton' && <SkeletonChoices count={3} />}
      {state === 'ready' && placeholder === 'content' && notes.length === 0 && (
        <EmptyState glyph={AtSign} title={t('notes.dialog.empty')} help={t('notes.dialog.emptyHelp')} />
      )}
      {askers !== '' && <p className={styles.ask}>{t('notes.dialog.ask', { names: askers })}</p>}
      {noteFrames(notes).map((frame) => (
        <NoteFrame key={frame.id} notes={frame.notes} {...noActions} />
      ))}
    </Dialog>
  );
}
