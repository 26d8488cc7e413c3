// The top bar: the command field at the left, channel chips, pauses, connection meter and notifications at the right.
import type { ReactNode } from 'react';
import styles from './TopBar.module.css';

export interface TopBarProps {
  command: ReactNode;
  /** The snackbars: in the free space beside the command field; on a phone temporarily over the channels. They move no other part. */
  snackbars?: ReactNode;
  /** True if a snackbar is shown: the command field and the chips give it their space. */
  hasSnackbar?: boolean | undefined;
  /** The badge is in the empty part, so that nothing shifts when it appears or disappears. */
  soundBadge?: ReactNode;
  chips: ReactNode;
  pauses?: ReactNode;
  meter: ReactNode;
  notifications: ReactNode;
}

export function TopBar({ command, soundBadge, chips, pauses, meter, notifications, ...notices }: TopBarProps) {
  const { snackbars, hasSnackbar = false } = notices;
  return (
    <header className={styles.bar} data-snackbar={hasSnackbar || undefined}>
      <div className={styles.line}>
        <div className={styles.command}>{command}</div>
        <span className={styles.space} />
        {soundBadge !== undefined && <div className={styles.sound}>{soundBadge}</div>}
        <div id="channel-chips" className={styles.chips}>
          {chips}
        </div>
        {pauses}
        <span className={styles.rule} aria-hidden="true" />
        <div className={styles.meter}>{meter}</div>
        <div className={styles.notifications}>{notifications}</div>
      </div>
      {snackbars !== undefined && <div className={styles.snackbars}>{snackbars}</div>}
    </header>
  );
}
