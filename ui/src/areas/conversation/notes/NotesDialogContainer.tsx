// Connects NotesDialog with the core.
import { useMemo } from 'react';
import { useIntent } from '../../../core/react';
import { useNotes } from '../../../core/slices';
import type { DialogContainerProps } from '../../../shared/dialog';
import { NotesDialog } from './NotesDialog';

export function NotesDialogContainer({ dialog, onClose }: DialogContainerProps<'notes'>) {
  const { protocol, customer } = dialog;
  const intend = useIntent();
  const shown = useNotes(protocol);
  // The author changes a note only in its conversation.
  const notes = useMemo(() => (shown?.notes ?? []).map((note) => ({ ...note, changeableUntil: undefined })), [shown]);
  const state = shown?.state ?? 'loading';
  return (
    <NotesDialog
      open
      customer={customer}
      protocol={protocol}
      state={state === 'notAsked' ? 'loading' : state}
      notes={notes}
      onReload={() => intend({ area: 'notes', type: 'reloadNotes', protocol })}
      onClose={onClose}
    />
  );
}
