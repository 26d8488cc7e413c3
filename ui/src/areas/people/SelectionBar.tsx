// Actions for the selected rows, above the headings of the table.
import { Download, Tag, Trash2, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { useMediaQuery } from '../../design/useMediaQuery';
import styles from './list.module.css';

export interface SelectionActions {
  onToggle: (id: string) => void;
  onExport: () => void;
  /** Asks for confirmation, then deletes. */
  onDelete: () => void;
  /** Renders the tag picker around its button; undefined if there are no tags. */
  renderTagging: ((trigger: ReactElement) => ReactElement) | undefined;
}

export interface SelectionBarProps {
  selected: number;
  /** Number of loaded rows. */
  loaded: number;
  onSelect: (ids: string[], selected: boolean) => void;
  actions: SelectionActions;
}

export function SelectionBar({ selected, loaded, onSelect, actions }: SelectionBarProps) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('below-tablet');
  const action = (glyph: typeof Tag, label: string, onClick?: () => void, danger = false) =>
    isNarrow ? (
      <IconButton glyph={glyph} label={label} className={danger ? styles.dangerIcon : undefined} onClick={onClick} />
    ) : (
      <Button
        size="small"
        tone="ghost"
        glyph={glyph}
        className={danger ? styles.danger : undefined}
        {...(onClick === undefined ? {} : { onClick })}
      >
        {label}
      </Button>
    );
  return (
    <div className={styles.selection} role="toolbar" aria-label={t('people.selection.label')}>
      <b className={styles.selected} role="status">
        {isNarrow ? selected : t('people.selection.count', { count: selected })}
      </b>
      <span className={styles.selectionRule} />
      {actions.renderTagging?.(action(Tag, t('people.selection.tag')))}
      {action(Download, t('people.selection.export'), actions.onExport)}
      {action(Trash2, t('people.selection.delete'), actions.onDelete, true)}
      <span className={styles.space} />
      {selected < loaded && !isNarrow && (
        <Button size="small" tone="ghost" className={styles.selectAll} onClick={() => onSelect([], true)}>
          {t('people.selection.allLoaded', { count: loaded })}
        </Button>
      )}
      <IconButton
        size="small"
        glyph={X}
        label={t('people.selection.clear')}
        className={styles.clear}
        onClick={() => onSelect([], false)}
      />
    </div>
  );
}
