// A round button of the call bar with a label below. The label changes in the pressed state, so that colour is never the only sign (BEY-025).
import * as Toolbar from 'radix-ui/toolbar';
import { forwardRef, useId, type ButtonHTMLAttributes } from 'react';
import { classNames } from '../../design/classNames';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { ShortcutHint } from '../../design/ShortcutHint';
import { Tooltip } from '../../design/Tooltip';
import { type ShortcutName, useShortcutKeys } from '../../shared/shortcuts';
import styles from './CallControl.module.css';

export interface CallControlProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children'> {
  label: string;
  caption: string;
  glyph: Glyph;
  shortcut?: ShortcutName | undefined;
  pressed?: boolean | undefined;
  danger?: boolean;
  /** Whether the label asks for a second press of the key. */
  asks?: boolean;
  pending?: boolean;
  disabledReason?: string | undefined;
}

export const CallControl = forwardRef<HTMLButtonElement, CallControlProps>(function CallControl(
  {
    label,
    caption,
    glyph,
    shortcut,
    pressed,
    danger = false,
    asks = false,
    pending = false,
    disabledReason,
    onClick,
    ...rest
  },
  ref,
) {
  const id = useId();
  // Hooks are called for every control.
  const named = useShortcutKeys(shortcut ?? 'muteCall');
  const keys = shortcut === undefined ? { text: undefined, aria: undefined } : named;
  const usable = disabledReason === undefined && !pending;
  const button = (
    <Toolbar.Button
      {...rest}
      ref={ref}
      id={id}
      className={classNames(styles.button, danger && styles.danger, disabledReason !== undefined && styles.disabled)}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={!usable || undefined}
      aria-busy={pending || undefined}
      aria-keyshortcuts={keys.aria}
      onClick={usable ? onClick : undefined}
    >
      <Icon glyph={glyph} size={20} />
    </Toolbar.Button>
  );
  return (
    <div className={styles.control}>
      <Tooltip text={disabledReason ?? <ShortcutHint text={label} keys={keys.text} />}>{button}</Tooltip>
      <label
        htmlFor={id}
        className={classNames(styles.caption, pressed === true && styles.pressed, asks && styles.asks)}
        aria-hidden="true"
      >
        {caption}
      </label>
    </div>
  );
});
