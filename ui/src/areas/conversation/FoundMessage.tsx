// A found message: its author, when it was sent, and its text with the searched words marked.
import { Avatar } from '../../design/Avatar';
import { useToday } from '../../core/page/today';
import { formatFull, formatListTime } from '../../i18n/format';
import type { TextPart } from '../../i18n/highlight';
import { useLanguage } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { channelGlyph, type ChannelName } from '../channels/channels';
import styles from './MessageSearch.module.css';

export interface FoundMessageProps {
  /** The author, or the customer if the list has results of several customers. */
  title: string;
  /** The author, if the title is the customer. */
  author?: string | undefined;
  /** Protocol and id of the customer's attendance. */
  avatar?: { initials: string; color: string } | undefined;
  /**
   * The channel, if the list has results of several channels; undefined for a channel that this version does not know.
   */
  channel?: ChannelName | undefined;
  /** Epoch milliseconds; servers may omit it. */
  time: number | undefined;
  excerpt: ReadonlyArray<TextPart>;
}

export function FoundMessage({ title, author, avatar, channel, time, excerpt }: FoundMessageProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  return (
    <>
      {avatar !== undefined && (
        <Avatar
          {...avatar}
          size={34}
          badge={channel === undefined ? undefined : channelGlyph[channel]}
          className={styles.avatar}
        />
      )}
      <span className={styles.words}>
        <span className={styles.meta}>
          <b className={styles.title}>
            <bdi>{title}</bdi>
          </b>
          {time !== undefined && (
            <span className={styles.time} title={formatFull(time)}>
              {formatListTime(time, today, language, t)}
            </span>
          )}
        </span>
        {author !== undefined && (
          <span className={styles.author}>
            {channel !== undefined && `${t(`channels.name.${channel}`)} · `}
            <bdi>{author}</bdi>
          </span>
        )}
        <span dir="auto" className={styles.text}>
          {excerpt.map((part, index) =>
            part.found ? (
              <mark key={index} className={styles.mark}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </span>
      </span>
    </>
  );
}
