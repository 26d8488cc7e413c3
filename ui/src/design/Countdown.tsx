// The time until a moment. The text node is updated directly once a second: React renders a countdown only when its end changes. Hidden from screen
// readers, which would read every second.
import { useLayoutEffect, useRef } from 'react';
import { formatDuration, type DurationShape } from '../i18n/format';
import { classNames } from './classNames';
import { everySecond } from '../core/page/ticker';
import styles from './Timer.module.css';

export interface CountdownProps {
  /** Epoch milliseconds (server clock) of the end; 0 is shown from then on. */
  until: number;
  shape?: DurationShape;
  className?: string | undefined;
}

export function Countdown({ until, shape = 'clock', className }: CountdownProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      everySecond((now) => {
        // Rounded up: "00:01" is the last second, and the end is the end.
        const left = Math.ceil(Math.max(until - now, 0) / 1000) * 1000;
        if (element.current !== null) element.current.textContent = formatDuration(left, shape);
      }),
    [until, shape],
  );
  return <span ref={element} aria-hidden="true" className={classNames(styles.timer, className)} />;
}
