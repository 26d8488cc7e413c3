// One row of the thread: a message and the separators above it.
import { useTranslation } from '../../../i18n/useTranslation';
import { useToday } from '../../../core/page/today';
import { formatDay } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/text';
import { Bubble, SystemLine, TransferCard, type MessageView } from './Bubble';
import { SelectableMessage } from './SelectableMessage';
import styles from './MessageRow.module.css';

export interface MessageRowProps {
  /** A day separator above the row: any time within that day, in epoch milliseconds. */
  day?: number | undefined;
  /** Whether this is the first unread message. */
  unreadDivider?: boolean | undefined;
  message: MessageView;
  /** Whether the message is the first or last of consecutive messages of one sender. */
  first: boolean;
  last: boolean;
}

export function MessageRow({ day, unreadDivider = false, message, first, last }: MessageRowProps) {
  return (
    <>
      {day !== undefined && <DaySeparator day={day} />}
      {unreadDivider && <UnreadDivider />}
      {message.kind === 'system' ? (
        <SystemLine message={message} />
      ) : message.kind === 'transfer' ? (
        <TransferCard message={message} />
      ) : (
        <SelectableMessage message={message}>
          <Bubble message={message} first={first} last={last} />
        </SelectableMessage>
      )}
    </>
  );
}

function DaySeparator({ day }: { day: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  return (
    <div className={styles.separator}>
      <span className={styles.text}>{formatDay(day, today, language, t)}</span>
    </div>
  );
}

function UnreadDivider() {
  const { t } = useTranslation();
  return (
    <div className={styles.separator} data-unread>
      <span className={styles.text}>{t('chat.thread.unread')}</span>
    </div>
  );
}
