// The layout of every authenticated route: rail, top bar, page; below 768 px a bottom bar instead of the rail.
import type { ReactNode } from 'react';
import { classNames } from '../design/classNames';
import styles from './ShellLayout.module.css';

export interface ShellLayoutProps {
  skipLinks: ReactNode;
  rail: ReactNode;
  topBar: ReactNode;
  bottomBar: ReactNode;
  banner?: ReactNode;
  /** Above a page that does not place the call bar itself. */
  callBar?: ReactNode;
  /** Cards at the bottom right, above the snackbars. */
  floating?: ReactNode;
  children: ReactNode;
  /** A conversation on a phone has no bottom bar. */
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
  hideBottomBar = false,
  bannerAbove = false,
}: ShellLayoutProps) {
  return (
    <div className={styles.shell}>
      {skipLinks}
      {rail}
      <div className={styles.main}>
        {topBar}
        {banner !== undefined && banner !== null && (
          <div className={styles.banner} data-over={bannerAbove ? 'nothing' : hideBottomBar ? 'conversation' : 'page'}>
            {banner}
          </div>
        )}
        <div className={styles.callBar}>{callBar}</div>
        <div className={styles.page}>{children}</div>
        <div className={styles.floating}>{floating}</div>
        <div className={classNames(styles.bottom, hideBottomBar && styles.bottomHidden)}>{bottomBar}</div>
      </div>
    </div>
  );
}
