// The popover that sets the columns of the list and their order; without a choice the org unit's order applies (CTC-035).
import type { ContactColumnView } from 'core-wasm';
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { IconButton } from '../../design/IconButton';
import { Popover } from '../../design/Popover';
import { columnLabel } from './columnLabel';
import styles from './ColumnsPopover.module.css';

export interface ColumnsPopoverProps {
  all: ReadonlyArray<ContactColumnView>;
  shown: ReadonlyArray<ContactColumnView>;
  /** Names of the columns in order; an empty list means the org unit's order. */
  onChange: (columns: string[]) => void;
}

/** The name is the first column of every list. */
const fixed = 'fullname';

export function ColumnsPopover({ all, shown, onChange }: ColumnsPopoverProps) {
  const { t } = useTranslation();
  const names = shown.map(({ database }) => database).filter((name) => name !== fixed);
  const rest = all.filter(({ database }) => database !== fixed && !names.includes(database));
  // An empty choice would mean the org unit's columns.
  const change = (next: ReadonlyArray<string>): void => onChange([fixed, ...next]);
  const move = (index: number, by: 1 | -1): void => {
    const next = names.filter((_, other) => other !== index);
    next.splice(index + by, 0, names[index] ?? '');
    change(next);
  };
  const label = t('people.columns.label');
  return (
    <Popover label={label} className={styles.popover} trigger={<IconButton glyph={Columns3} label={label} />}>
      <h2 className={styles.title}>{label}</h2>
      <ul className={styles.list}>
        {[...shown.filter(({ database }) => database !== fixed), ...rest].map((column) => {
          const index = names.indexOf(column.database);
          return (
            <li key={column.database} className={styles.line}>
              <span className={styles.name}>
                <Checkbox
                  label={columnLabel(t, column)}
                  checked={index >= 0}
                  onChange={(checked) =>
                    change(checked ? [...names, column.database] : names.filter((name) => name !== column.database))
                  }
                />
              </span>
              {index >= 0 && (
                <>
                  <IconButton
                    size="small"
                    iconSize={14}
                    glyph={ArrowUp}
                    label={t('people.columns.up', { column: columnLabel(t, column) })}
                    disabledReason={index === 0 ? t('people.columns.first') : undefined}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    size="small"
                    iconSize={14}
                    glyph={ArrowDown}
                    label={t('people.columns.down', { column: columnLabel(t, column) })}
                    disabledReason={index === names.length - 1 ? t('people.columns.last') : undefined}
                    onClick={() => move(index, 1)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <Button size="small" tone="ghost" onClick={() => onChange([])}>
        {t('people.columns.standard')}
      </Button>
    </Popover>
  );
}
