// The time since a moment. The reserved width keeps the neighbours in place.
import type { DurationShape } from '../i18n/format';
import { classNames } from './classNames';
import styles from './Timer.module.css';
import { useRunningTime } from './useRunningTime';

export interface TimerProps {
  /** Epoch milliseconds (server clock) from which the time is counted. */
  since: number;
  /** "clock" is always HH:mm:ss, "call" is mm:ss below one hour. */
  shape?: DurationShape;
  className?: string | undefined;
}

export function Timer({ since, shape = 'clock', className }: TimerProps) {
  const element = useRunningTime(timePassed, since, shape);
  return <span ref={element} role="timer" aria-live="off" className={classNames(styles.timer, className)} />;
}

function timePassed(since: number, now: number): number {
  return now - since;
}
