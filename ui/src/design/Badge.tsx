// A count on 16 px that grows with its digits. The largest number shown is 9999; the label contains the real one.
import { classNames } from './classNames';
import styles from './Badge.module.css';

const largestShown = 9999;

export interface BadgeProps {
  count: number;
  /** "12 mensagens não lidas" */
  label: string;
  className?: string | undefined;
}

export function Badge({ count, label, className }: BadgeProps) {
  if (count <= 0) return null;
  const shown = String(Math.min(count, largestShown));
  return (
    <span role="img" aria-label={label} data-digits={shown.length} className={classNames(styles.badge, className)}>
      {shown}
    </span>
  );
}
