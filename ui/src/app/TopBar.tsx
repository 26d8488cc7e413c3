// The top bar: the command field at the left, channel chips, pauses, connection meter and notifications at the right.
import type { ReactNode } from 'react';
import styles from './TopBar.module.css';

export interface TopBarProps {
  command: ReactNode;
  /** In the empty part, so that nothing shifts when the badge appears or disappears. */
  soundBadge?: ReactNode;
  chips: ReactNode;
  pauses?: ReactNode;
  meter: ReactNode;
  notifications: ReactNode;
}

export function TopBar({ command, soundBadge, chips, pauses, meter, notifications }: TopBarProps) {
  return (
    <header className={styles.bar}>
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
    </header>
  );
}
