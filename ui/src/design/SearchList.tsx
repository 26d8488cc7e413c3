// The rows of a search list below (or above) its field, and a text if there are none. Short lists are rendered completely; of long lists only the
// visible rows and the active row. All rows have the same height. useSearchList moves the active row.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { announce } from './Announcer';
import { Button } from './Button';
import { classNames } from './classNames';
import styles from './SearchList.module.css';
import { Spinner } from './Spinner';
import { useMediaQuery } from './useMediaQuery';
import { rowIdOf, type SearchListControl, type SearchListRow } from './useSearchList';
import { drawnWhole, overscanOf, rangeWith } from './virtualRows';

export interface SearchListTexts {
  loading: string;
  /** Text if nothing was found. */
  nothing: string;
  failed: string;
}

export interface SearchListProps<Row extends SearchListRow> {
  /** The name of the list. */
  label: string;
  list: SearchListControl<Row>;
  state: 'loading' | 'ready' | 'failed';
  texts: SearchListTexts;
  /** Called by the button of a failed list; without it there is no button. */
  onRetry?: (() => void) | undefined;
  renderRow: (row: Row) => ReactNode;
  /** Rows that the agent has chosen, marked as selected. Without it the active row is the selected one. */
  isChosen?: ((row: Row) => boolean) | undefined;
  /** True if several rows can be chosen. */
  multiple?: boolean | undefined;
  /**
   * A text that screen readers announce when it changes, for example the number of found rows; '' announces nothing.
   */
  outcome: string;
  className?: string | undefined;
}

const rowHeight = 36;
const touchRowHeight = 44;

export function SearchList<Row extends SearchListRow>(props: SearchListProps<Row>) {
  const { list, state, texts, onRetry, outcome, className } = props;
  const { t } = useTranslation();
  const isEmpty = list.rows.length === 0;
  const note = !isEmpty ? '' : state === 'loading' ? texts.loading : state === 'failed' ? texts.failed : texts.nothing;
  const spoken = isEmpty ? note : outcome;
  useEffect(() => {
    if (spoken !== '') announce(spoken, state === 'failed' ? 'assertive' : 'polite');
  }, [spoken, state]);
  if (isEmpty)
    return (
      <div className={classNames(styles.note, className)} aria-busy={state === 'loading' || undefined}>
        <p className={styles.noteText}>
          {state === 'loading' && <Spinner className={styles.spinner} />}
          {note}
        </p>
        {state === 'failed' && onRetry !== undefined && (
          <Button size="small" onClick={onRetry}>
            {t('shell.error.retry')}
          </Button>
        )}
      </div>
    );
  return <Rows {...props} />;
}

function Rows<Row extends SearchListRow>(props: SearchListProps<Row>) {
  const { label, list, state, renderRow, isChosen, multiple, className } = props;
  const { rows, active } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = rows.length > drawnWhole;
  const height = useMediaQuery('below-tablet') ? touchRowHeight : rowHeight;
  const activeIndex = active === undefined ? -1 : rows.indexOf(active);
  const virtualizer = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: overscanOf(rows.length),
    // The field refers to the active row by its id, so that row is always rendered.
    rangeExtractor: rangeWith(activeIndex),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const shown = isLong
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : Array.from({ length: rows.length }, (_, index) => index);

  const activeId = active === undefined ? undefined : rowIdOf(list.id, active);
  useLayoutEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  return (
    // The list box itself scrolls; its field operates it, so that it needs no tab stop of its own.
    <div
      ref={scroller}
      id={list.id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple}
      aria-busy={state === 'loading' || undefined}
      className={classNames(styles.list, className)}
    >
      <div
        role="presentation"
        className={styles.rows}
        style={isLong ? { height: virtualizer.getTotalSize() } : undefined}
      >
        {shown.map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const place: CSSProperties = isLong ? { position: 'absolute', top: index * height, height } : {};
          return (
            <div
              key={row.id}
              id={rowIdOf(list.id, row)}
              role="option"
              aria-selected={isChosen === undefined ? row === active : isChosen(row)}
              aria-disabled={row.disabled === true || undefined}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              data-active={row === active || undefined}
              className={styles.row}
              style={place}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => list.pick(row)}
            >
              {renderRow(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
