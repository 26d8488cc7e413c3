// The frame of a sheet: a title, sections, and a caption above each state.
import type { ReactNode } from 'react';
import type { ForcedState } from './forcedStates';
import styles from './Sheet.module.css';

export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.sheet}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </main>
  );
}

export type SectionLayout = 'cards' | 'flow' | 'columns' | 'stage' | 'panel';

export function Section({
  title,
  layout = 'flow',
  children,
}: {
  title: string;
  layout?: SectionLayout;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles[layout]}>{children}</div>
    </section>
  );
}

export interface StateProps {
  caption: string;
  forced?: ForcedState | undefined;
  /** Whether the sheet has a paper background with a border, as inside the main card. */
  paper?: boolean;
  children: ReactNode;
}

export function State({ caption, forced, paper = false, children }: StateProps) {
  return (
    <div className={styles.state} data-state-name={caption}>
      <p className={styles.caption}>{caption}</p>
      <div data-forced={forced} className={paper ? styles.paper : undefined}>
        {children}
      </div>
    </div>
  );
}
