// Beside the count of the inbox: the wait of the customer who waits longest, and how many messages are unread (BEY-155, WAP-049).
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import styles from './JobList.module.css';
import { useWait, waitText } from '../../shared/waiting/waitingTime';

export interface InboxWaitProps {
  /** Number of unread messages. */
  unread: number;
  /** When the customer who waits longest wrote, in epoch milliseconds; undefined if nobody waits. */
  since: number | undefined;
}

export function InboxWait({ unread, since }: InboxWaitProps) {
  const { t } = useTranslation();
  const wait = useMemo(() => (since === undefined ? undefined : { since, target: undefined }), [since]);
  const now = useWait(wait);
  if (unread === 0) return null;
  const label = t('jobs.unread.label', { count: unread });
  return (
    <>
      {now !== null && (
        <span className={styles.inboxWait} title={label}>
          {waitText(now.minutes, t)}
        </span>
      )}
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
