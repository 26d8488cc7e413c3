// Running times. The text node is updated directly once a second: React renders a timer only when its start changes,
// and the reserved width keeps the neighbours in place.
import { useLayoutEffect, useRef } from 'react';
import { formatDuration, type DurationShape } from '../i18n/format';
import { classNames } from './classNames';
import { everySecond } from '../core/page/ticker';
import styles from './Timer.module.css';

export interface TimerProps {
  /** Epoch milliseconds (server clock) from which the time is counted. */
  since: number;
  /** "clock" is always HH:mm:ss, "call" is mm:ss below one hour. */
  shape?: DurationShape;
  className?: string | undefined;
}

export function Timer({ since, shape = 'clock', className }: TimerProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      everySecond((now) => {
        if (element.current !== null) element.current.textContent = formatDuration(now - since, shape);
      }),
    [since, shape],
  );
  return <span ref={element} role="timer" aria-live="off" className={classNames(styles.timer, className)} />;
}
