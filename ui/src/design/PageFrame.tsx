// The card of a page: its main landmark, and the column or drawer beside it. Below 768 px it fills the window.
import type { ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './PageFrame.module.css';

export interface PageFrameProps {
  /** The document id of the main landmark, to which skip links lead. */
  id: string;
  /** The name of the main landmark. */
  label: string;
  busy?: boolean;
  /** A column or drawer at the right edge, which is a separate landmark. */
  beside?: ReactNode;
  /** Class of the main landmark. */
  className?: string | undefined;
  children: ReactNode;
}

export function PageFrame({ id, label, busy = false, beside, className, children }: PageFrameProps) {
  return (
    <div className={styles.frame}>
      <main
        id={id}
        tabIndex={-1}
        aria-label={label}
        aria-busy={busy || undefined}
        className={classNames(styles.main, className)}
      >
        {children}
      </main>
      {beside}
    </div>
  );
}
