// Whether the composer of an attendance writes an answer or a note, and the keys that change it.
import { useCallback, useEffect, useRef } from 'react';
import { announce } from '../../../design/Announcer';
import { useIntent } from '../../../core/react';
import { useNoteDraft } from '../../../core/slices';
import { useTranslation } from '../../../i18n/useTranslation';
import { useShortcut } from '../../../shared/shortcuts';
import { focusComposer } from '../composer/focusComposer';
import type { WritingMode } from './ModeSwitch';

export function useWritingMode(protocol: string, name: string) {
  const { t } = useTranslation();
  const intend = useIntent();
  const draft = useNoteDraft(protocol);
  const mode = draft?.mode;
  const asked = useRef(false);
  const setMode = useCallback(
    (wanted: WritingMode): void => {
      asked.current = true;
      intend({ area: 'notes', type: 'setNoteMode', protocol, note: wanted === 'note' });
      announce(wanted === 'note' ? t('notes.mode.noteSaid') : t('notes.mode.replySaid', { name }), 'polite');
    },
    [intend, protocol, name, t],
  );
  // The composer of the other mode replaces the one with the focus: the agent's next key must reach the new field.
  useEffect(() => {
    if (asked.current) focusComposer();
    asked.current = false;
  }, [mode]);
  useShortcut('toggleNote', mode === undefined ? undefined : () => setMode(mode === 'note' ? 'reply' : 'note'));
  /** The next text is for the customer: the agent answers a message, or takes one back into the field. */
  const toReply = useCallback(() => {
    if (mode === 'note') setMode('reply');
    else focusComposer();
  }, [mode, setMode]);
  return { draft, setMode, toReply };
}
