// List, conversation and details in the grid of the shell: three columns; below 1280 px the details are a drawer, below 1024 px over the conversation; below 768 px one pane. The agent sets the
// width of the two outer columns.
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ColumnEdge } from '../../design/ColumnEdge';
import { lazyArea } from '../../design/lazyArea';
import { useMediaQuery } from '../../design/useMediaQuery';
import { useShellColumn, useTellShell } from '../../shared/shellColumns';
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
  /** The pane that a phone shows. */
  pane: 'list' | 'workspace';
  /** Whether the drawer is open, if there is no third column. */
  contextOpen: boolean;
  /** In pixels; null for the default of the screen width. */
  widths?: Widths;
  onWidthsChange?: (widths: Widths) => void;
}

const screenDecides: Widths = { list: null, details: null };

/** The greatest width of the details: as a drawer they leave the messages --thread-min. */
function useMostOfDetails(): number {
  const areDrawer = useMediaQuery('below-three-columns');
  const isNarrow = useMediaQuery('narrow-columns');
  const areOver = useMediaQuery('below-desktop');
  if (!areDrawer) return 520;
  return isNarrow && !areOver ? 288 : 336;
}

export function AttendanceLayout({
  list,
  workspace,
  context,
  pane,
  contextOpen,
  widths = screenDecides,
  onWidthsChange,
}: AttendanceLayoutProps) {
  const { t } = useTranslation();
  const listColumn = useRef<HTMLDivElement>(null);
  const detailsColumn = useRef<HTMLDivElement>(null);
  const tellShell = useTellShell();
  useShellColumn('list', widths.list);
  const mostOfDetails = useMostOfDetails();
  useShellColumn('details', widths.details === null ? null : Math.min(widths.details, mostOfDetails));
  useShellColumn('detailsOpen', context !== null && contextOpen);
  return (
    <div className={styles.layout} data-pane={pane}>
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
                onMove={(list) => tellShell({ list })}
                onRest={(width) => onWidthsChange({ ...widths, list: width })}
              />
            )
          }
        >
          {list}
        </ColumnEdge>
      </div>
      <div className={styles.card} data-context={context === null ? 'none' : contextOpen ? 'open' : 'closed'}>
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
                    most={mostOfDetails}
                    onMove={(details) => tellShell({ details })}
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
