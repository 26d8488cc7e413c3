// The frame of the pages with a single message: icon tile, short title, one sentence, at most one action.
import type { ReactNode } from 'react';
import { Icon, type Glyph } from './icons/Icon';
import styles from './StatePage.module.css';

export interface StatePageProps {
  glyph: Glyph;
  tone?: 'neutral' | 'warning' | 'danger';
  title: string;
  sentence: string;
  detail?: ReactNode;
  action?: ReactNode;
}

export function StatePage({ glyph, tone = 'neutral', title, sentence, detail, action }: StatePageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={styles.tile} data-tone={tone} aria-hidden="true">
          <Icon glyph={glyph} size={24} />
        </span>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.sentence}>{sentence}</p>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </main>
  );
}
