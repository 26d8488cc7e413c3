// An entry of the inbox, as high as an attendance card: a button that takes the conversation (WAP-050). All its information is in its accessible
// name.
import { memo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { Avatar } from '../../design/Avatar';
import { Badge } from '../../design/Badge';
import { classNames } from '../../design/classNames';
import { Spinner } from '../../design/Spinner';
import { formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { previewWords, PreviewText, type JobPreview } from './JobCard';
import styles from './JobCard.module.css';

export interface InboxCardProps {
  name: string;
  initials: string;
  color: string;
  channel: ChannelName;
  unread: number;
  /** Epoch milliseconds of the customer's last message. */
  time: number | null;
  preview: JobPreview;
  /** The route that the customer wrote to. */
  place: string;
  /** A request for the conversation is running. */
  pending: boolean;
  tabIndex: 0 | -1;
  onTake: () => void;
}

export const InboxCard = memo(function InboxCard(props: InboxCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { name, channel, unread, time, preview, place, pending } = props;
  const unreadLabel = t('jobs.unread.label', { count: unread });
  const shownTime = time === null ? '' : formatListTime(time, today, language, t);
  const label = [
    t('jobs.inbox.takeFrom', { name }),
    t(`channels.name.${channel}`),
    unread > 0 ? unreadLabel : '',
    shownTime,
    place,
    previewWords(preview, t),
  ]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <button
      type="button"
      tabIndex={props.tabIndex}
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      data-ch={channel}
      className={classNames(styles.card, styles.button, unread > 0 && styles.unread)}
      onClick={() => {
        if (!pending) props.onTake();
      }}
    >
      <Avatar initials={props.initials} color={props.color} size={40} badge={channelGlyph[channel]} />
      <span className={styles.body}>
        <span className={styles.first}>
          <bdi className={styles.name}>{name}</bdi>
          {shownTime !== '' && <span className={styles.time}>{shownTime}</span>}
        </span>
        <span className={styles.second}>
          <span className={styles.preview}>
            <PreviewText preview={preview} />
          </span>
          <Badge count={unread} label={unreadLabel} className={styles.badge} />
        </span>
        <span className={styles.third}>
          <span className={styles.place}>{place}</span>
          {pending ? <Spinner /> : <span className={styles.pill}>{t('jobs.inbox.take')}</span>}
        </span>
      </span>
    </button>
  );
});
