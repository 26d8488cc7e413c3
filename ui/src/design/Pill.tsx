// The short state of a row: qualification, status of an attendance.
import type { ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './Pill.module.css';

export type PillTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export function Pill({ tone = 'neutral', className, children }: PillProps) {
  return <span className={classNames(styles.pill, styles[tone], className)}>{children}</span>;
}

export interface PillProps {
  tone?: PillTone;
  className?: string | undefined;
  children: ReactNode;
}
