// A person or a conversation: initials on their colour, optionally with a badge at the corner. Decorative; the name is beside it. Without a name
// there is only a number or an identifier, and a person icon is shown.
import type { CSSProperties } from 'react';
import { UserRound } from 'lucide-react';
import { classNames } from './classNames';
import { GlyphBadge } from './GlyphBadge';
import { Icon, type Glyph, type IconSize } from './icons/Icon';
import styles from './Avatar.module.css';

export interface AvatarProps {
  /** The initials of the name; without a letter in them an icon is drawn. */
  initials: string;
  /** One of the 27 colours of the palette. */
  color: string;
  size?: 26 | 34 | 36 | 40 | 48 | 72 | 88;
  /** Drawn at the corner in the surrounding channel colour (data-ch). */
  badge?: Glyph | undefined;
  /** Whether the attendance is finished: grey. */
  muted?: boolean;
  /** The icon that is drawn if the initials have no letter. */
  nameless?: Glyph | undefined;
  className?: string | undefined;
}

/** Size of the icon that replaces the initials, by the size of the avatar. */
const iconSizes: Readonly<Record<NonNullable<AvatarProps['size']>, IconSize>> = {
  26: 14,
  34: 18,
  36: 18,
  40: 20,
  48: 24,
  72: 24,
  88: 24,
};

export function Avatar(props: AvatarProps) {
  const { initials, color, size = 36, badge, muted = false, nameless = UserRound, className } = props;
  const style = { '--avatar-color': color } as CSSProperties;
  return (
    <span
      className={classNames(styles.avatar, className)}
      data-size={size}
      data-muted={muted || undefined}
      style={style}
      aria-hidden="true"
    >
      <span className={styles.face}>
        {/\p{L}/u.test(initials) ? initials : <Icon glyph={nameless} size={iconSizes[size]} />}
      </span>
      {badge !== undefined && <GlyphBadge glyph={badge} muted={muted} className={styles.badge} />}
    </span>
  );
}
