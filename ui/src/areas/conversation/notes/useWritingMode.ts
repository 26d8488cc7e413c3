// What the composer of an attendance writes, and the keys that change it.
import { announce } from '../../../design/Announcer';
import { useIntent } from '../../../core/react';
import { useNoteDraft } from '../../../core/slices';
import { useTranslation } from '../../../i18n/useTranslation';
import { useShortcut } from '../../../shared/shortcuts';
import type { WritingMode } from './ModeSwitch';

export function useWritingMode(protocol: string, name: string) {
  const { t } = useTranslation();
  const intend = useIntent();
  const draft = useNoteDraft(protocol);
  const setMode = (mode: WritingMode): void => {
    intend({ area: 'notes', type: 'setNoteMode', protocol, note: mode === 'note' });
    announce(mode === 'note' ? t('notes.mode.noteSaid') : t('notes.mode.replySaid', { name }), 'polite');
  };
  const toggle = (): void => {
    setMode(draft?.mode === 'note' ? 'reply' : 'note');
    // The field of the other mode takes the place of the one that had the focus.
    requestAnimationFrame(() => document.getElementById('composer')?.focus());
  };
  useShortcut('toggleNote', draft === undefined ? undefined : toggle);
  return { draft, setMode };
}
