// The dialog with the whole conversation, for reading and for saving as a PDF (WAP-055).
import { FileDown, Lock } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { Dialog } from '../../design/Dialog';
import { Icon } from '../../design/icons/Icon';
import { Spinner } from '../../design/Spinner';
import { formatDay } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { messageTime } from '../conversation/thread/messageTime';
import { MessageText } from '../../shared/messageText/MessageText';
import type { TranscriptEntry } from './transcript';
import styles from './TranscriptDialog.module.css';

export interface TranscriptDialogProps {
  name: string;
  /** Messages, oldest first. */
  entries: ReadonlyArray<TranscriptEntry>;
  withEarlier: boolean;
  onWithEarlierChange: (withEarlier: boolean) => void;
  /** The loading state of the messages of earlier attendances. */
  earlier: 'ready' | 'loading' | 'failed';
  onRetryEarlier: () => void;
  /** Internal notes are omitted unless the agent includes them; undefined if there are none. */
  internal?: { shown: boolean; onShownChange: (shown: boolean) => void } | undefined;
  /** Whether the PDF is being made. */
  saving: boolean;
  /** Whether the last PDF was given to the browser's downloads. */
  saved?: boolean | undefined;
  /** Whether making the last PDF failed. */
  failed: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** A conversation of a hundred thousand messages must not block the page. */
const shownAtMost = 300;

export function TranscriptDialog(props: TranscriptDialogProps) {
  const { name, entries, withEarlier, earlier, saving } = props;
  const { t } = useTranslation();
  const shown = entries.slice(-shownAtMost);
  return (
    <Dialog
      open
      wide
      glyph={FileDown}
      title={t('whatsapp.transcript.title', { name })}
      description={`${t('whatsapp.transcript.description')} · ${t('whatsapp.transcript.count', { count: entries.length })}`}
      failure={props.failed ? t('whatsapp.transcript.failed') : undefined}
      onClose={props.onClose}
      footer={
        <>
          {props.saved === true && (
            <span role="status" className={styles.saved}>
              {t('whatsapp.transcript.saved')}
            </span>
          )}
          <Button tone="ghost" onClick={props.onClose}>
            {t('shell.dialog.close')}
          </Button>
          <Button
            tone="primary"
            glyph={FileDown}
            pending={saving}
            disabledReason={earlier === 'loading' ? t('whatsapp.transcript.loading') : undefined}
            onClick={props.onSave}
          >
            {t('whatsapp.transcript.download')}
          </Button>
        </>
      }
    >
      <Checkbox
        label={t('whatsapp.transcript.withEarlier')}
        checked={withEarlier}
        onChange={props.onWithEarlierChange}
      />
      {props.internal !== undefined && (
        <div className={styles.internal}>
          <Checkbox
            label={t('whatsapp.transcript.withNotes')}
            checked={props.internal.shown}
            onChange={props.internal.onShownChange}
          />
        </div>
      )}
      {props.internal?.shown === true && (
        <p className={styles.note} role="status">
          <Icon glyph={Lock} size={14} />
          {t('whatsapp.transcript.internalUse')}
        </p>
      )}
      {earlier === 'loading' && (
        <p className={styles.note} role="status">
          <Spinner /> {t('whatsapp.transcript.loading')}
        </p>
      )}
      {earlier === 'failed' && (
        <p className={styles.note} role="status">
          {t('whatsapp.transcript.loadFailed')}
          <Button size="small" onClick={props.onRetryEarlier}>
            {t('shell.error.retry')}
          </Button>
        </p>
      )}
      {shown.length < entries.length && (
        <p className={styles.note}>{t('whatsapp.transcript.onlyNewest', { count: shown.length })}</p>
      )}
      <ol tabIndex={0} aria-label={t('whatsapp.transcript.list')} className={styles.list}>
        {shown.map((entry, index) => (
          <Entry key={entry.id} entry={entry} withDay={index === 0 || entry.dayStart} />
        ))}
      </ol>
    </Dialog>
  );
}

function Entry({ entry, withDay }: { entry: TranscriptEntry; withDay: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { author, time, placed = time, arrived, answered, text } = entry;
  return (
    <li className={styles.entry} data-system={author === '' || undefined} data-internal={entry.internal}>
      {withDay && placed !== undefined && <span className={styles.day}>{formatDay(placed, today, language, t)}</span>}
      {author !== '' && (
        <span className={styles.head}>
          <bdi className={styles.author}>{author}</bdi>
          {time !== undefined && <span>{messageTime({ time, placed, arrived }, t)}</span>}
        </span>
      )}
      {answered !== '' && (
        <span dir="auto" className={styles.answered}>
          {t('whatsapp.transcript.answering', { text: answered })}
        </span>
      )}
      <span dir="auto" className={styles.text}>
        <MessageText text={text} />
      </span>
    </li>
  );
}
