// A list page's table: sticky heading, sorting, selection with a bar of actions, columns pinned to the right edge, keyboard, pages that load while the
// agent scrolls. Below 768 px the rows are cards of two lines. The columns are TanStack Table's model, the drawn rows TanStack Virtual's; the core sorts,
// filters and selects.
import {
  columnPinningFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnPinningState,
  type SortingState,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import { BareCheckbox } from './Checkbox';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import styles from './Table.module.css';
import { isPinned, TableCard, TableRow, TableSkeleton, type RowActions, type TableColumn } from './TableRows';
import { useMediaQuery } from './useMediaQuery';
import { useRovingFocus } from './useRovingFocus';
import { VisuallyHidden } from './VisuallyHidden';
import { overscanOf } from './virtualRows';

export type { TableColumn } from './TableRows';

export interface TableSort {
  column: string;
  descending: boolean;
}

export interface TableSelection<Row> {
  isSelected: (row: Row) => boolean;
  all: boolean | 'mixed';
  allLabel: string;
  rowLabel: (row: Row) => string;
  onToggle: (id: string) => void;
  onToggleAll: (selected: boolean) => void;
  /** Replaces the headings while rows are selected. */
  bar: ReactNode | undefined;
}

export interface TableProps<Row> {
  label: string;
  columns: ReadonlyArray<TableColumn<Row>>;
  /** Ids of the rows that are loaded, in order. */
  rows: { readonly length: number; at: (index: number) => string | undefined };
  /** Reads a row and draws it; a change of one row then draws only that row. */
  renderRow: (id: string, draw: (row: Row) => ReactElement) => ReactNode;
  /** What a row's card shows below 768 px. */
  card: (row: Row) => ReactNode;
  sort?: TableSort | undefined;
  onSort?: ((sort: TableSort) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  /** The row that is open beside the table. */
  current?: string | undefined;
  onOpen: (id: string) => void;
  /** Placeholders: instead of rows, or of the page that follows them. */
  loading?: 'first' | 'more' | undefined;
  /** Loads the next page; undefined if there is none, or while one loads. */
  onMore?: (() => void) | undefined;
  /** Instead of rows: nothing found, or not loaded. */
  outcome?: ReactNode;
  /** Another list (another search or order) begins at its top. */
  listKey: string;
}

const headHeight = 33;
const rowHeight = 45;
const cardHeight = 65;
/** The least of a column without a width, in pixels; a table that is wider than its place scrolls. */
const flexibleWidth = 200;
/** Rows before the end at which the next page is requested. */
const moreBefore = 15;

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, columnPinningFeature });
interface LoadedRow {
  id: string;
}
const helper = createColumnHelper<typeof features, LoadedRow>();

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, renderRow, card, sort, onSort, selection, current, onOpen, onMore, listKey } = props;
  const asCards = useMediaQuery('below-tablet');
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => Array.from({ length: rows.length }, (_, index) => rows.at(index) ?? ''), [rows]);
  const table = useTable({
    features,
    data: useMemo(() => ids.map((id) => ({ id })), [ids]),
    columns: useMemo(
      () =>
        props.columns.map(({ id, label: header, sorts }) =>
          helper.display({ id, header, enableSorting: sorts !== undefined, sortDescFirst: sorts === 'descending' }),
        ),
      [props.columns],
    ),
    getRowId: ({ id }) => id,
    state: {
      sorting: useMemo(() => sortingOf(sort), [sort]),
      columnPinning: useMemo(() => pinningOf(props.columns), [props.columns]),
    },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sortingOf(sort)) : change;
      if (next !== undefined) onSort?.({ column: next.id, descending: next.desc });
    },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
  const heads = table.getHeaderGroups()[0]?.headers ?? [];
  // The order of the headings: pinned columns are the last ones.
  const columns = heads.flatMap(({ id }) => props.columns.filter((column) => column.id === id));
  const count = table.getRowModel().rows.length;
  const top = asCards ? 0 : headHeight;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (asCards ? cardHeight : rowHeight),
    getItemKey: (index) => ids[index] ?? index,
    overscan: overscanOf(count),
    scrollMargin: top,
    scrollPaddingStart: top,
  });
  const drawn = virtualizer.getVirtualItems();
  const focus = useRovingFocus(scroller, {
    count,
    keyAt: (index) => ids[index] ?? null,
    preferred: current ?? null,
    drawn: drawn.map(({ index }) => index),
    reveal: (index) => virtualizer.scrollToIndex(index),
  });
  const last = drawn[drawn.length - 1]?.index ?? -1;
  useMore(last >= 0 && last >= count - moreBefore, count, onMore);

  useEffect(() => {
    scroller.current?.scrollTo?.(0, 0);
  }, [listKey]);
  const currentIndex = current === undefined ? -1 : ids.indexOf(current);
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex);
  }, [virtualizer, currentIndex]);

  const actions: RowActions<Row> = {
    columns,
    card,
    onOpen,
    isSelected: selection?.isSelected,
    rowLabel: selection?.rowLabel,
    onToggle: selection?.onToggle,
  };
  const end = virtualizer.getTotalSize() + top;
  const before = (drawn[0]?.start ?? top) - top;
  const after = Math.max(0, end - (drawn[drawn.length - 1]?.end ?? end));
  const isEmpty = count === 0;
  const placeholders = props.loading === undefined ? 0 : props.loading === 'first' && isEmpty ? 12 : 1;
  const rowAt = (index: number): ReactNode => {
    const id = ids[index] ?? '';
    const place = { id, index, tabbable: focus.tabStop === id, current: id === current, actions };
    return renderRow(id, (row) =>
      asCards ? <TableCard key={id} row={row} {...place} /> : <TableRow key={id} row={row} {...place} />,
    );
  };
  const busy = props.loading !== undefined || undefined;
  const canvas = { onKeyDown: focus.onKeyDown, onFocus: focus.onFocus };

  if (asCards)
    return (
      <div ref={scroller} className={styles.scroller} aria-busy={busy}>
        {selection !== undefined && selection.bar !== undefined && (
          <div className={styles.cardsBar}>
            <SelectAll selection={selection} />
            {selection.bar}
          </div>
        )}
        {!isEmpty && (
          <ul
            className={styles.cards}
            style={{ paddingTop: before, paddingBottom: after }}
            aria-label={label}
            {...canvas}
          >
            {drawn.map(({ index }) => rowAt(index))}
          </ul>
        )}
        {Array.from({ length: placeholders }, (_, index) => (
          <TableSkeleton key={index} asCard columns={[]} selectable={selection !== undefined} />
        ))}
        {isEmpty && props.outcome}
      </div>
    );

  const checkWidth = selection === undefined ? 0 : 50;
  const minWidth = checkWidth + widthOf(columns);
  const span = columns.length + (selection === undefined ? 0 : 1);
  const isSelecting = selection?.bar !== undefined;
  return (
    // A focused control is scrolled out from under the pinned columns.
    <div ref={scroller} className={styles.scroller} style={{ scrollPaddingRight: widthOf(columns.filter(isPinned)) }}>
      <table
        role="grid"
        className={styles.table}
        style={{ minWidth }}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={selection !== undefined || undefined}
        data-selecting={isSelecting || undefined}
        {...canvas}
      >
        <colgroup>
          {selection !== undefined && <col className={styles.checkColumn} />}
          {columns.map(({ id, width }) => (
            <col key={id} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection !== undefined && (
              <th scope="col" className={styles.check}>
                <SelectAll selection={selection} />
                {isSelecting && <div className={styles.bar}>{selection.bar}</div>}
              </th>
            )}
            {heads.map(({ id, column }, index) => {
              const text = columns[index];
              const sorted = column.getIsSorted();
              const sortable = text?.sorts !== undefined && !isSelecting;
              return (
                <th
                  key={id}
                  scope="col"
                  className={column.getIsPinned() === 'end' ? styles.pinned : undefined}
                  aria-sort={sorted === false ? undefined : sorted === 'desc' ? 'descending' : 'ascending'}
                >
                  {text?.labelHidden === true ? (
                    <VisuallyHidden>{text.label}</VisuallyHidden>
                  ) : sortable ? (
                    <button
                      type="button"
                      className={classNames(styles.sort, sorted !== false && styles.sorted)}
                      onClick={() => column.toggleSorting()}
                    >
                      {text?.label}
                      <Icon
                        glyph={sorted === 'desc' ? ArrowDown : ArrowUp}
                        size={12}
                        className={sorted === false ? styles.noArrow : styles.arrow}
                      />
                    </button>
                  ) : (
                    text?.label
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody aria-busy={busy}>
          {before > 0 && <Space height={before} span={span} />}
          {drawn.map(({ index }) => rowAt(index))}
          {after > 0 && <Space height={after} span={span} />}
          {Array.from({ length: placeholders }, (_, index) => (
            <TableSkeleton key={`waiting ${index}`} columns={columns} selectable={selection !== undefined} />
          ))}
        </tbody>
      </table>
      {isEmpty && props.outcome}
    </div>
  );
}

function SelectAll<Row>({ selection }: { selection: TableSelection<Row> }) {
  return <BareCheckbox label={selection.allLabel} checked={selection.all} onChange={selection.onToggleAll} />;
}

/** In place of the rows that are not drawn. */
function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td className={styles.space} colSpan={span} style={{ height }} />
    </tr>
  );
}

function widthOf<Row>(columns: ReadonlyArray<TableColumn<Row>>): number {
  return columns.reduce((sum, { width = flexibleWidth }) => sum + width, 0);
}

function pinningOf<Row>(columns: ReadonlyArray<TableColumn<Row>>): ColumnPinningState {
  return { start: [], end: columns.filter(isPinned).map(({ id }) => id) };
}

function sortingOf(sort: TableSort | undefined): SortingState {
  return sort === undefined ? [] : [{ id: sort.column, desc: sort.descending }];
}

/** Requests the next page once for each length of the list. */
function useMore(isNearEnd: boolean, count: number, onMore: (() => void) | undefined): void {
  const requestedAt = useRef(-1);
  useEffect(() => {
    if (!isNearEnd || onMore === undefined || requestedAt.current === count) return;
    requestedAt.current = count;
    onMore();
  }, [isNearEnd, count, onMore]);
}
