// Where list, conversation and details stand at each width: three columns; below 1280 px the details are a drawer; below 768 px one pane.
import type { ReactNode } from 'react';
import styles from './AttendanceLayout.module.css';

export interface AttendanceLayoutProps {
  list: ReactNode;
  workspace: ReactNode;
  /** Null while no attendance is open. */
  context: ReactNode | null;
  /** Which pane a phone shows. */
  pane: 'list' | 'workspace';
  /** Whether the drawer is open where there is no third column. */
  contextOpen: boolean;
}

export function AttendanceLayout({ list, workspace, context, pane, contextOpen }: AttendanceLayoutProps) {
  return (
    <div className={styles.layout} data-pane={pane}>
      <div className={styles.list}>{list}</div>
      <div className={styles.card} data-context={context === null ? 'none' : contextOpen ? 'open' : 'closed'}>
        {workspace}
        {context !== null && <div className={styles.context}>{context}</div>}
      </div>
    </div>
  );
}
