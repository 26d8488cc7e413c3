// Tabs of a panel, by Radix. The arrow keys select at once, because the content of the tabs is local.
import * as RadixTabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface Tab {
  value: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: ReadonlyArray<Tab>;
  value: string;
  onChange: (value: string) => void;
  /** Drawn before the tabs. */
  leading?: ReactNode;
  /** Drawn at the right end of the tab row. */
  trailing?: ReactNode;
}

export function Tabs({ label, tabs, value, onChange, leading, trailing }: TabsProps) {
  return (
    <RadixTabs.Root className={styles.root} value={value} onValueChange={onChange}>
      <div className={styles.row}>
        {leading}
        <RadixTabs.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {trailing}
      </div>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
