// The time until a moment. Hidden from screen readers, which would read every second.
import type { DurationShape } from '../i18n/format';
import { classNames } from './classNames';
import styles from './Timer.module.css';
import { useRunningTime } from './useRunningTime';

export interface CountdownProps {
  /** Epoch milliseconds (server clock) of the end; 0 is shown from then on. */
  until: number;
  shape?: DurationShape;
  className?: string | undefined;
}

export function Countdown({ until, shape = 'clock', className }: CountdownProps) {
  const element = useRunningTime(timeLeft, until, shape);
  return <span ref={element} aria-hidden="true" className={classNames(styles.timer, className)} />;
}

/** The time is rounded up, so that "00:01" is the last second and "00:00" appears exactly at the end. */
function timeLeft(until: number, now: number): number {
  return Math.ceil(Math.max(until - now, 0) / 1000) * 1000;
}
