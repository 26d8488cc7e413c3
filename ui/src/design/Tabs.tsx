// Tabs of a panel. The arrow keys choose at once, because what the tabs show is local.
import { useId, type ReactNode } from 'react';
import { goAlong } from './arrowKeys';
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
  /** Stands at the right end of the tab row. */
  trailing?: ReactNode;
}

export function Tabs({ label, tabs, value, onChange, trailing }: TabsProps) {
  const id = useId();
  return (
    <div className={styles.root}>
      <div className={styles.row}>
        <div role="tablist" className={styles.list} aria-label={label} onKeyDown={(event) => goAlong(event)?.click()}>
          {tabs.map((tab) => {
            const active = tab.value === value;
            return (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-tab-${tab.value}`}
                aria-selected={active}
                aria-controls={`${id}-panel-${tab.value}`}
                data-state={active ? 'active' : undefined}
                tabIndex={active ? 0 : -1}
                className={styles.tab}
                onClick={() => !active && onChange(tab.value)}
              >
                {tab.label}
                {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
              </button>
            );
          })}
        </div>
        {trailing}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          tabIndex={0}
          hidden={tab.value !== value}
          className={styles.panel}
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </div>
  );
}
