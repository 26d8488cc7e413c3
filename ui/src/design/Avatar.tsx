// A person or a conversation: initials on their colour, optionally with the channel's badge at the corner. Decorative; the name stands beside it.
import type { CSSProperties } from 'react';
import { ChannelBadge } from './ChannelBadge';
import type { ChannelName } from './channels';
import { classNames } from './classNames';
import styles from './Avatar.module.css';

export interface AvatarProps {
  initials: string;
  /** One of the 27 colours of the palette. */
  color: string;
  size?: 26 | 34 | 36 | 40 | 48;
  channel?: ChannelName | undefined;
  /** A finished job: grey. */
  muted?: boolean;
  className?: string | undefined;
}

export function Avatar({ initials, color, size = 36, channel, muted = false, className }: AvatarProps) {
  const style = { '--avatar-color': color } as CSSProperties;
  return (
    <span
      className={classNames(styles.avatar, className)}
      data-size={size}
      data-muted={muted || undefined}
      style={style}
      aria-hidden="true"
    >
      <span className={styles.face}>{initials}</span>
      {channel !== undefined && <ChannelBadge channel={channel} muted={muted} className={styles.channel} />}
    </span>
  );
}
