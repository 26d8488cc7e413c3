// A tag with its own colour. The colour comes from the server and may be any: it fills a small framed square only, never the background of the text.
import { Plus, X } from 'lucide-react';
import { forwardRef, type ButtonHTMLAttributes, type CSSProperties } from 'react';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import styles from './TagChip.module.css';

export interface TagChipProps {
  name: string;
  /** The colour as the server sent it; any value but a hexadecimal colour leaves the square grey. */
  color: string;
  /** Medium: a filter in a toolbar. */
  size?: 'small' | 'medium';
  onRemove?: (() => void) | undefined;
  /** The accessible name of the button that removes the tag. */
  removeLabel?: string | undefined;
  className?: string | undefined;
}

export function TagChip({ name, color, size = 'small', onRemove, removeLabel, className }: TagChipProps) {
  return (
    <span className={classNames(styles.tag, size === 'medium' && styles.medium, className)}>
      <TagSquare color={color} />
      <span className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </span>
      {onRemove !== undefined && (
        <button type="button" className={styles.remove} aria-label={removeLabel ?? name} onClick={onRemove}>
          <Icon glyph={X} size={12} />
        </button>
      )}
    </span>
  );
}

/** The colour alone, for lists in which the name is beside it. */
export function TagSquare({ color, className }: { color: string; className?: string | undefined }) {
  const style = tagColor.test(color) ? ({ '--tag-color': color } as CSSProperties) : undefined;
  return <i aria-hidden="true" className={classNames(styles.square, className)} style={style} />;
}

/** Any other text could be an address that the browser would load. */
const tagColor = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

export interface TagAddButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  label: string;
}

/** The dashed chip that opens the picker of tags. */
export const TagAddButton = forwardRef<HTMLButtonElement, TagAddButtonProps>(function TagAddButton(
  { label, className, ...rest },
  ref,
) {
  return (
    <button {...rest} ref={ref} type="button" className={classNames(styles.tag, styles.add, className)}>
      <Icon glyph={Plus} size={12} />
      {label}
    </button>
  );
});
