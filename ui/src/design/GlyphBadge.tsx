// A round 18 px badge with a glyph, in the parent's colour --c and with a ring in the parent's surface colour
// (--ring).
import { classNames } from './classNames';
import { Icon, type Glyph } from './icons/Icon';
import styles from './GlyphBadge.module.css';

export interface GlyphBadgeProps {
  glyph: Glyph;
  muted?: boolean;
  className?: string | undefined;
}

export function GlyphBadge({ glyph, muted = false, className }: GlyphBadgeProps) {
  return (
    <span className={classNames(styles.badge, muted && styles.muted, className)}>
      <Icon glyph={glyph} size={10} />
    </span>
  );
}
