// Labels and values of a contact or a company, one below the other.
import type { ReactNode } from 'react';
import { dashWhenEmpty } from '../../i18n/format';
import styles from './Facts.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ label, value, children }: { label: string; value?: string; children?: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value} title={value}>
        {children ?? <bdi>{dashWhenEmpty(value ?? '')}</bdi>}
      </dd>
    </div>
  );
}
