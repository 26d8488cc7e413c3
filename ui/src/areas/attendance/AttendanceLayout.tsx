// The layout of list, conversation and details: three columns; below 1280 px the details are a drawer; below 768 px one pane. The agent sets the width of
// the two outer columns.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ColumnEdge } from '../../design/ColumnEdge';
import { lazyArea } from '../../design/lazyArea';
import styles from './AttendanceLayout.module.css';

const Splitter = lazyArea(() => import('./Splitter'), { component: 'Splitter', words: [] });

export interface Widths {
  list: number | null;
  details: number | null;
}

export interface AttendanceLayoutProps {
  list: ReactNode;
  workspace: ReactNode;
  /** Null while no attendance is open. */
  context: ReactNode | null;
  /** Above conversation and context; empty without a call. */
  callBar?: ReactNode;
  /** Which pane a phone shows. */
  pane: 'list' | 'workspace';
  /** Whether the drawer is open, if there is no third column. */
  contextOpen: boolean;
  /** In pixels; null for the default of the screen width. */
  widths?: Widths;
  onWidthsChange?: (widths: Widths) => void;
}

const screenDecides: Widths = { list: null, details: null };

export function AttendanceLayout({
  list,
  workspace,
  context,
  callBar,
  pane,
  contextOpen,
  widths = screenDecides,
  onWidthsChange,
}: AttendanceLayoutProps) {
  const { t } = useTranslation();
  const listColumn = useRef<HTMLDivElement>(null);
  const detailsColumn = useRef<HTMLDivElement>(null);
  // Before the columns are painted, so that nothing shifts.
  useLayoutEffect(() => {
    setWidth('--list-w', widths.list);
    setWidth('--context-w', widths.details);
    return () => {
      setWidth('--list-w', null);
      setWidth('--context-w', null);
    };
  }, [widths.list, widths.details]);
  return (
    <div className={styles.layout} data-pane={pane} data-chosen={widths.list === null ? undefined : ''}>
      <div ref={listColumn} className={styles.list}>
        <ColumnEdge
          value={
            onWidthsChange && (
              <Splitter
                label={t('jobs.layout.listWidth')}
                column={() => listColumn.current}
                side="left"
                least={240}
                most={480}
                onMove={(width) => setWidth('--list-w', width)}
                onRest={(width) => onWidthsChange({ ...widths, list: width })}
              />
            )
          }
        >
          {list}
        </ColumnEdge>
      </div>
      <div className={styles.card} data-context={context === null ? 'none' : contextOpen ? 'open' : 'closed'}>
        <div className={styles.callBar}>{callBar}</div>
        {workspace}
        {context !== null && (
          <div ref={detailsColumn} className={styles.context}>
            <ColumnEdge
              value={
                onWidthsChange && (
                  <Splitter
                    label={t('jobs.layout.detailsWidth')}
                    column={() => detailsColumn.current}
                    side="right"
                    least={280}
                    most={520}
                    onMove={(width) => setWidth('--context-w', width)}
                    onRest={(width) => onWidthsChange({ ...widths, details: width })}
                  />
                )
              }
            >
              {context}
            </ColumnEdge>
          </div>
        )}
      </div>
    </div>
  );
}

/** Set on the root element, because floating elements outside the columns use the widths too. */
function setWidth(token: '--list-w' | '--context-w', width: number | null): void {
  const { style } = document.documentElement;
  if (width === null) style.removeProperty(token);
  else style.setProperty(token, `${width}px`);
}
