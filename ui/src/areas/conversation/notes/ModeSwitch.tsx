// The switch between an answer to the customer and an internal note in the composer. A radio group; the arrow keys
// choose.
import { LockKeyhole, Reply } from 'lucide-react';
import * as RadioGroup from 'radix-ui/radio-group';
import { Icon } from '../../../design/icons/Icon';
import { useTranslation } from '../../../i18n/useTranslation';
import { useShortcutKeys } from '../../../shared/shortcuts';
import styles from './Notes.module.css';

export type WritingMode = 'reply' | 'note';

export interface ModeSwitchProps {
  mode: WritingMode;
  onChange: (mode: WritingMode) => void;
}

export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  const { t } = useTranslation();
  const keys = useShortcutKeys('toggleNote');
  const choose = (value: string): void => onChange(value === 'note' ? 'note' : 'reply');
  return (
    <div className={styles.modeRow}>
      <RadioGroup.Root
        className={styles.modes}
        aria-label={t('notes.mode.label')}
        aria-keyshortcuts={keys.aria}
        value={mode}
        onValueChange={choose}
      >
        <RadioGroup.Item value="reply" className={styles.mode}>
          <Icon glyph={Reply} size={14} />
          {t('notes.mode.reply')}
        </RadioGroup.Item>
        <RadioGroup.Item value="note" className={styles.mode} data-note>
          <Icon glyph={LockKeyhole} size={14} />
          {t('notes.mode.note')}
        </RadioGroup.Item>
      </RadioGroup.Root>
      {mode === 'note' && <HiddenMark />}
    </div>
  );
}

/** The mark on everything that the customer does not see. */
export function HiddenMark() {
  const { t } = useTranslation();
  return (
    <span className={styles.hidden}>
      <Icon glyph={LockKeyhole} size={14} />
      {t('notes.hidden')}
    </span>
  );
}
