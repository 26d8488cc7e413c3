// A channel's status without a menu: shape, word and timer as in the chip of the top bar.
import { useTranslation } from '../../i18n/useTranslation';
import { channelGlyph, statusLook, type ChannelName, type ChannelStatus } from './channels';
import { classNames } from '../../design/classNames';
import { Icon } from '../../design/icons/Icon';
import { StatusMark } from '../../design/StatusMark';
import { Timer } from '../../design/Timer';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { isolated } from '../../i18n/direction';
import styles from './StatusChip.module.css';

export interface StatusChipProps {
  channel: ChannelName;
  status: ChannelStatus;
  /** Epoch milliseconds on the server's clock. */
  since: number | null;
  pauseName?: string | undefined;
  /** Further text after the time, for example the number of open attendances. */
  more?: string | undefined;
  /** Whether the pause exceeded its maximum. */
  exceeded?: boolean;
  /** Whether the channel is shown, if no heading names it. */
  withChannel?: boolean;
}

export function StatusChip({
  channel,
  status,
  since,
  pauseName,
  more,
  exceeded = false,
  withChannel = false,
}: StatusChipProps) {
  const { t } = useTranslation();
  const look = statusLook[status];
  const name = t(`channels.name.${channel}`);
  const word = status === 'paused' && pauseName !== undefined ? pauseName : t(look.wordKey);
  return (
    <span
      className={styles.chip}
      data-ch={channel}
      data-tone={exceeded ? 'danger' : look.tone}
      data-status={status}
      title={`${name}: ${isolated(word)}`}
    >
      {withChannel ? <Icon glyph={channelGlyph[channel]} className={styles.channel} /> : null}
      <VisuallyHidden>{`${name}: `}</VisuallyHidden>
      <span className={styles.text}>
        <span className={styles.status}>
          <StatusMark shape={look.shape} className={styles.mark} />
          <span className={styles.word}>{word}</span>
        </span>
        <span className={classNames(styles.line, !look.showsTimer && more === undefined && styles.none)}>
          {look.showsTimer && since !== null && <Timer since={since} />}
          {more !== undefined && <span className={styles.more}>{more}</span>}
        </span>
      </span>
    </span>
  );
}
