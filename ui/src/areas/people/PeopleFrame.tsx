// The frame of the lists of contacts and companies: title, the button that creates an entry, content, and the summary beside
// it.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/Button';
import { PageFrame } from '../../design/PageFrame';
import styles from './PeopleFrame.module.css';

export interface PeopleFrameProps {
  title: string;
  newLabel: string;
  onNew: () => void;
  /** Buttons before the button that creates an entry. */
  actions?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

export function PeopleFrame({ title, newLabel, onNew, actions, beside, children }: PeopleFrameProps) {
  return (
    <PageFrame id="people" label={title} beside={beside}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {actions}
        <Button tone="primary" glyph={Plus} onClick={onNew}>
          {newLabel}
        </Button>
      </header>
      {children}
    </PageFrame>
  );
}
