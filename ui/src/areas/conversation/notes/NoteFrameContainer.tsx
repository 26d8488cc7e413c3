// Connects a frame of notes with the core.
import { useMemo } from 'react';
import { useIntent } from '../../../core/react';
import { NoteFrame, type NoteActions } from './NoteFrame';
import type { NoteFrameRow } from './noteRows';

export function NoteFrameContainer({ protocol, frame }: { protocol: string; frame: NoteFrameRow }) {
  const intend = useIntent();
  const actions = useMemo<NoteActions>(
    () => ({
      onEdit: (id, text) => intend({ area: 'notes', type: 'editNote', protocol, id, text }),
      onRemove: (id) => intend({ area: 'notes', type: 'removeNote', protocol, id }),
      onRetry: (id) => intend({ area: 'notes', type: 'retryNote', protocol, id }),
      onDiscard: (id) => intend({ area: 'notes', type: 'discardNote', protocol, id }),
    }),
    [intend, protocol],
  );
  return <NoteFrame notes={frame.notes} {...actions} />;
}
