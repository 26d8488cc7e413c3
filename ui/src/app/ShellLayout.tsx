// The layout of every authenticated route: rail, top bar, page; below 768 px a bottom bar instead of the rail. One grid has cells for the banner, the call bar and the columns
// of the page.
import { useCallback, useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../design/classNames';
import { ShellColumnsContext, unsetColumns, type TellShell } from '../shared/shellColumns';
import styles from './ShellLayout.module.css';

export interface ShellLayoutProps {
  skipLinks: ReactNode;
  rail: ReactNode;
  topBar: ReactNode;
  bottomBar: ReactNode;
  banner?: ReactNode;
  /** Above the page, or above the columns right of its list; its parts render null while there is no call. */
  callBar?: ReactNode;
  /** Slot of cards at the bottom right. */
  floating?: ReactNode;
  children: ReactNode;
  /** True if the page is an `AttendanceLayout`: its list and its card are cells of the grid. */
  hasList?: boolean;
  /** True for a conversation, which has no bottom bar on a phone. */
  hideBottomBar?: boolean;
  /** If every part of the page can be clicked, the banner is above the page instead of over it. */
  bannerAbove?: boolean;
}

export function ShellLayout({
  skipLinks,
  rail,
  topBar,
  bottomBar,
  banner,
  callBar,
  floating,
  children,
  hasList = false,
  hideBottomBar = false,
  bannerAbove = false,
}: ShellLayoutProps) {
  const [columns, setColumns] = useState(unsetColumns);
  const tell = useCallback<TellShell>((change) => setColumns((before) => ({ ...before, ...change })), []);
  const widths = { '--list-w': inPixels(columns.list), '--context-w': inPixels(columns.details) } as CSSProperties;
  return (
    <ShellColumnsContext value={tell}>
      <div className={styles.shell} style={widths}>
        {skipLinks}
        {rail}
        <div
          className={styles.main}
          data-list={hasList ? (columns.list === null ? 'default' : 'chosen') : undefined}
          data-details={columns.detailsOpen ? 'open' : undefined}
          data-call-panel={columns.callPanelOpen ? 'open' : undefined}
        >
          <div className={styles.top}>{topBar}</div>
          {/* Before the banner, whose place depends on whether it is empty. */}
          <div className={styles.callBar}>{callBar}</div>
          {banner !== undefined && banner !== null && (
            <div
              className={styles.banner}
              data-over={bannerAbove ? 'nothing' : hideBottomBar ? 'conversation' : 'page'}
            >
              {banner}
            </div>
          )}
          <div className={styles.page}>{children}</div>
          <div className={styles.floating}>{floating}</div>
          <div className={classNames(styles.bottom, (hideBottomBar || columns.pageCovered) && styles.bottomHidden)}>
            {bottomBar}
          </div>
        </div>
      </div>
    </ShellColumnsContext>
  );
}

const inPixels = (width: number | null): string | undefined => (width === null ? undefined : `${width}px`);
