// Says that the notes of a conversation could not be loaded; already loaded notes stay.
import { useIntent } from '../../../core/react';
import { useNotes } from '../../../core/slices';
import { Button } from '../../../design/Button';
import { useTranslation } from '../../../i18n/useTranslation';
import styles from './Notes.module.css';

export function NotesFailed({ protocol }: { protocol: string }) {
  const { t } = useTranslation();
  const intend = useIntent();
  if (useNotes(protocol)?.state !== 'failed') return null;
  return (
    <p className={styles.loadFailed} role="status">
      {t('notes.thread.loadFailed')}
      <Button size="small" tone="ghost" onClick={() => intend({ area: 'notes', type: 'reloadNotes', protocol })}>
        {t('notes.thread.retry')}
      </Button>
    </p>
  );
}
