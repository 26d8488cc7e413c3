// A button named after its result. Disabled buttons remain focusable and show the reason; a pending button keeps its
// width and ignores further clicks.
import { forwardRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import { classNames } from './classNames';
import { Icon, type Glyph } from './icons/Icon';
import { Spinner } from './Spinner';
import { Tooltip } from './Tooltip';
import styles from './Button.module.css';

export type ButtonTone = 'primary' | 'outline' | 'ghost' | 'danger' | 'dangerOutline' | 'success';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled'> {
  tone?: ButtonTone;
  size?: ButtonSize;
  glyph?: Glyph | undefined;
  /** Whether the action is pending. */
  pending?: boolean;
  /** The reason why the button is disabled; it disables the button and is shown as its tooltip. */
  disabledReason?: string | undefined;
  /** The tooltip while the button is enabled. */
  hint?: ReactNode;
  fullWidth?: boolean;
  children: ReactNode;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    tone = 'outline',
    size = 'medium',
    glyph,
    pending = false,
    disabledReason,
    hint,
    fullWidth = false,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  },
  ref,
) {
  const unusable = pending || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (unusable) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  };
  const button = (
    <button
      {...rest}
      ref={ref}
      type={type}
      onClick={press}
      aria-disabled={unusable || undefined}
      aria-busy={pending || undefined}
      className={classNames(
        styles.button,
        styles[tone],
        styles[size],
        fullWidth && styles.fullWidth,
        disabledReason !== undefined && styles.disabled,
        pending && styles.pending,
        className,
      )}
    >
      <span className={styles.content}>
        {glyph !== undefined && <Icon glyph={glyph} size={size === 'small' ? 14 : 16} className={styles.glyph} />}
        {children}
      </span>
      {pending && <Spinner className={styles.spinner} />}
    </button>
  );
  const tooltip = disabledReason ?? hint;
  return tooltip === undefined ? button : <Tooltip text={tooltip}>{button}</Tooltip>;
});
