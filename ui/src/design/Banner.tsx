// One line of 40 px under the top bar, over the page so that nothing shifts: for example a lost link or a blocked
// permission.
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icons/Icon';
import { Spinner } from './Spinner';
import styles from './Banner.module.css';

export interface BannerProps {
  tone: 'warning' | 'danger' | 'info';
  busy?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

export function Banner({ tone, busy = false, children, action }: BannerProps) {
  return (
    <div role="status" className={styles.banner} data-tone={tone}>
      {busy ? (
        <Spinner className={styles.lead} />
      ) : (
        <Icon glyph={tone === 'info' ? Info : TriangleAlert} className={styles.lead} />
      )}
      <span className={styles.text}>{children}</span>
      {action}
    </div>
  );
}
