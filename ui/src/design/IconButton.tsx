// A button with only an icon: its label is also its tooltip, which shows its keyboard shortcut.
import { forwardRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { classNames } from './classNames';
import { Icon, type Glyph, type IconSize } from './icons/Icon';
import { Kbd } from './Kbd';
import { Tooltip } from './Tooltip';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'disabled' | 'aria-disabled' | 'aria-label' | 'children'
> {
  label: string;
  glyph?: Glyph;
  iconSize?: IconSize;
  size?: 'small' | 'medium';
  shortcut?: string | undefined;
  disabledReason?: string | undefined;
  /** Content that is drawn instead of the glyph, or a badge on top of it. */
  children?: ReactNode;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  {
    label,
    glyph,
    iconSize = 16,
    size = 'medium',
    shortcut,
    disabledReason,
    className,
    children,
    onClick,
    tooltipSide,
    ...rest
  },
  ref,
) {
  const text = (
    <>
      {disabledReason ?? label}
      {shortcut !== undefined && disabledReason === undefined && <Kbd onInverse>{shortcut}</Kbd>}
    </>
  );
  return (
    <Tooltip text={text} side={tooltipSide}>
      <button
        {...rest}
        ref={ref}
        type="button"
        aria-label={label}
        aria-disabled={disabledReason !== undefined || undefined}
        onClick={disabledReason === undefined ? onClick : undefined}
        className={classNames(
          styles.iconButton,
          size === 'small' && styles.small,
          disabledReason !== undefined && styles.disabled,
          className,
        )}
      >
        {glyph !== undefined && <Icon glyph={glyph} size={iconSize} />}
        {children}
      </button>
    </Tooltip>
  );
});
