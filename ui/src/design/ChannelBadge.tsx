// The round 18 px mark of a channel, ringed by the surface it stands on (--ring).
import { channelGlyph, type ChannelName } from './channels';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import styles from './ChannelBadge.module.css';

export function ChannelBadge({
  channel,
  muted = false,
  className,
}: {
  channel: ChannelName;
  muted?: boolean;
  className?: string | undefined;
}) {
  return (
    <span data-ch={channel} className={classNames(styles.badge, muted && styles.muted, className)}>
      <Icon glyph={channelGlyph[channel]} size={10} />
    </span>
  );
}
