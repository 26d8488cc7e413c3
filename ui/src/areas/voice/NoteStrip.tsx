// The note of a transfer above the script, as a line that expands: the note for the consulted colleague, or the note with which the agent got the
// call.
import { StickyNote } from 'lucide-react';
import { useId, useState } from 'react';
import { Icon } from '../../design/icons/Icon';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './NoteStrip.module.css';

export interface NoteStripProps {
  /** Receiver or writer of the note. */
  label: string;
  /** Empty: the transfer had no note. */
  note: string;
}

export function NoteStrip({ label, note }: NoteStripProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.strip} data-open={isOpen || undefined}>
      <Icon glyph={StickyNote} className={styles.glyph} />
      <p id={id} className={styles.text}>
        <b className={styles.label}>{label}</b> <bdi>{note}</bdi>
      </p>
      {note !== '' && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'voice.note.less' : 'voice.note.all')}
        </button>
      )}
    </div>
  );
}
