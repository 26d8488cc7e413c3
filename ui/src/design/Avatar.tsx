// A person or a conversation: initials on their colour, optionally with a badge at the corner. Decorative; the name is beside it.
import type { CSSProperties } from 'react';
import { classNames } from './classNames';
import { GlyphBadge } from './GlyphBadge';
import type { Glyph } from './icons/Icon';
import styles from './Avatar.module.css';

export interface AvatarProps {
  initials: string;
  /** One of the 27 colours of the palette. */
  color: string;
  size?: 26 | 34 | 36 | 40 | 48 | 88;
  /** Drawn at the corner in the surrounding channel colour (data-ch). */
  badge?: Glyph | undefined;
  /** A finished job: grey. */
  muted?: boolean;
  className?: string | undefined;
}

export function Avatar({ initials, color, size = 36, badge, muted = false, className }: AvatarProps) {
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
      {badge !== undefined && <GlyphBadge glyph={badge} muted={muted} className={styles.badge} />}
    </span>
  );
}
