// Connects the composer of notes with the core.
import type { NoteDraftView } from 'core-wasm';
import { useIntent, useSlice } from '../../../core/react';
import { useDraft } from '../../../core/slices';
import { useTranslation } from '../../../i18n/useTranslation';
import { NoteComposer } from './NoteComposer';
import type { WritingMode } from './ModeSwitch';

export interface NoteComposerContainerProps {
  protocol: string;
  /** Name of the customer. */
  name: string;
  draft: NoteDraftView;
  onModeChange: (mode: WritingMode) => void;
  onAdded: () => void;
}

export function NoteComposerContainer(props: NoteComposerContainerProps) {
  const { protocol, name, draft, onModeChange, onAdded } = props;
  const { t } = useTranslation();
  const intend = useIntent();
  const { sendWith } = useSlice('preferences');
  const { state, people } = useSlice('notePeople');
  const reply = useDraft(protocol);
  return (
    <NoteComposer
      label={t('notes.composer.label', { name })}
      draft={draft.text}
      draftEpoch={draft.epoch}
      mentions={draft.mentions}
      excess={draft.excess}
      hasReply={reply.text.trim() !== ''}
      sendWithCtrlEnter={sendWith === 'ctrlEnter'}
      people={{
        // Data that was loaded before is shown while it is loaded again.
        state: people.length > 0 ? 'ready' : state === 'notAsked' ? 'loading' : state,
        people: people.map(({ agentId, ...person }) => ({ id: agentId, ...person })),
        onLoad: () => intend({ area: 'notes', type: 'loadNotePeople', protocol }),
      }}
      onDraftChange={(text) => intend({ area: 'notes', type: 'noteTyped', protocol, text })}
      onMention={(agentId) => intend({ area: 'notes', type: 'mentionPerson', protocol, agentId })}
      onAdd={(text) => {
        intend({ area: 'notes', type: 'addNote', protocol, text });
        onAdded();
      }}
      onModeChange={onModeChange}
    />
  );
}
