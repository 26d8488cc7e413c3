// Tabs of a panel, by Radix. The arrow keys select at once, because the content of the tabs is local.
import * as RadixTabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { classNames } from './classNames';
import { formatNumber } from '../i18n/format';
import styles from './Tabs.module.css';

export interface Tab {
  value: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
  /** Whether the content scrolls by itself and is as high as the panel. */
  fill?: boolean | undefined;
}

export interface TabsProps {
  label: string;
  tabs: ReadonlyArray<Tab>;
  value: string;
  onChange: (value: string) => void;
  /** The tabs of a page: every content scrolls by itself. */
  fill?: boolean;
  /** True: tabs that do not fit into one row are placed in the next row; otherwise they are cut. */
  wraps?: boolean;
  /** Content before the tabs. */
  leading?: ReactNode;
  /** Content at the right end of the tab row. */
  trailing?: ReactNode;
}

export function Tabs({ label, tabs, value, onChange, fill = false, wraps = false, leading, trailing }: TabsProps) {
  return (
    <RadixTabs.Root className={styles.root} value={value} onValueChange={onChange}>
      <div className={classNames(styles.row, fill && styles.pageRow, wraps && styles.wraps)}>
        {leading}
        <RadixTabs.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{formatNumber(tab.count)}</span>}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {trailing}
      </div>
      {tabs.map((tab) => {
        const isFilled = fill || tab.fill === true;
        return (
          <RadixTabs.Content
            key={tab.value}
            value={tab.value}
            className={classNames(styles.panel, isFilled && styles.filled)}
            // A panel is a tab stop so that the keyboard can scroll it. A filled one does not scroll: its content does.
            tabIndex={isFilled ? -1 : 0}
          >
            {tab.content}
          </RadixTabs.Content>
        );
      })}
    </RadixTabs.Root>
  );
}
