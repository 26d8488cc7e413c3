// A list page's table: sticky heading, sorting, selection with a bar of actions, columns pinned to the right edge,
// keyboard, portions that load while the agent scrolls. Below 768 px the rows are cards of two lines. Of long lists
// only the visible rows and the row with the focus are rendered. The columns are TanStack Table's model, the rendered
// rows TanStack Virtual's; the core sorts, filters and selects.
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
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { BareCheckbox } from './Checkbox';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import styles from './Table.module.css';
import {
  cellClass,
  flexibleWidth,
  isPinned,
  TableCard,
  TableRow,
  TableSkeleton,
  type RowActions,
  type TableColumn,
} from './TableRows';
import { useFocusAfterRemoval, useFocusedRow } from './useFocusedRow';
import { useMediaQuery } from './useMediaQuery';
import { useRovingFocus } from './useRovingFocus';
import { VisuallyHidden } from './VisuallyHidden';
import { overscanOf, rangeWith } from './virtualRows';

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
  /** Actions for the selected rows, above the headings, so that names and order stay; undefined while none is selected. */
  bar: ReactNode | undefined;
  /**
   * Content in place of the bar while no row is selected, so that the first selection moves no row under the pointer.
   */
  found?: ReactNode;
}

export interface TableProps<Row> {
  label: string;
  columns: ReadonlyArray<TableColumn<Row>>;
  /** Ids of the loaded rows, in order. */
  rows: { readonly length: number; at: (index: number) => string | undefined };
  /** Number of rows of the list, including those not loaded yet; undefined: the loaded rows are all. */
  total?: number | undefined;
  /** Reads a row and renders it; a change of one row then renders only that row. */
  renderRow: (id: string, draw: (row: Row) => ReactElement) => ReactNode;
  /** Content of a row's card below 768 px; without it the rows are a table at every width. */
  card?: ((row: Row) => ReactNode) | undefined;
  /** Height in pixels, the same for each row. */
  rowHeight?: number;
  /** The stops of the arrow keys: whole rows with their controls, or the first controls of the rows if only these can be used. */
  stops?: 'rows' | 'controls';
  sort?: TableSort | undefined;
  onSort?: ((sort: TableSort) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  /** Id of the row that is open beside the table. */
  current?: string | undefined;
  onOpen?: ((id: string) => void) | undefined;
  /** True while placeholders are shown: instead of rows, or for the portion that follows them. */
  loading?: 'first' | 'more' | undefined;
  /** Loads the next portion; undefined if there is none, or while one loads. */
  onMore?: (() => void) | undefined;
  /** Content instead of rows: nothing was found, or the list could not be loaded. */
  outcome?: ReactNode;
  /** Key of the list: after a change (another search or order) the table begins at the top. */
  listKey: string;
}

const headHeight = 33;
const listRowHeight = 45;
const cardHeight = 65;
/** Rows before the end at which the next portion is requested. */
const moreBefore = 15;

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, columnPinningFeature });
interface LoadedRow {
  id: string;
}
const helper = createColumnHelper<typeof features, LoadedRow>();

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, renderRow, card, sort, onSort, selection, current, onOpen, onMore, listKey } = props;
  const { rowHeight = listRowHeight, stops = 'rows' } = props;
  const isBelowTablet = useMediaQuery('below-tablet');
  const asCards = isBelowTablet && card !== undefined;
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
  const columns = useMemo(
    () => [...props.columns.filter((column) => !isPinned(column)), ...props.columns.filter(isPinned)],
    [props.columns],
  );
  const count = table.getRowModel().rows.length;
  const total = Math.max(count, props.total ?? 0);
  const focused = useFocusedRow(ids);
  const overscan = overscanOf(count);
  const top = asCards ? 0 : headHeight;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (asCards ? cardHeight : rowHeight),
    getItemKey: (index) => ids[index] ?? index,
    overscan,
    rangeExtractor: rangeWith(focused.index),
    scrollMargin: top,
    scrollPaddingStart: top,
  });
  const drawn = virtualizer.getVirtualItems();
  const focus = useRovingFocus(scroller, {
    count,
    keyAt: (index) => ids[index] ?? null,
    preferred: current ?? null,
    drawn: drawn.map(({ index }) => index),
    keepsControl: stops === 'controls',
    reveal: (index) => {
      focused.draw(index);
      virtualizer.scrollToIndex(index);
    },
  });
  useFocusAfterRemoval(focused, count, focus.focusAt);
  // Without the row with the focus, which may be far from the visible rows.
  const last = virtualizer.range === null ? -1 : Math.min(virtualizer.range.endIndex + overscan, count - 1);
  useMore(last >= 0 && last >= count - moreBefore, `${count} ${listKey}`, onMore);

  useEffect(() => {
    scroller.current?.scrollTo?.(0, 0);
  }, [listKey]);
  const currentIndex = current === undefined ? -1 : ids.indexOf(current);
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex);
  }, [virtualizer, currentIndex]);

  const { isSelected, rowLabel, onToggle } = selection ?? {};
  // The object stays the same while the table scrolls, so that rendered rows are not rendered again.
  const actions = useMemo(
    (): RowActions<Row> => ({ columns, card, onOpen, stops, isSelected, rowLabel, onToggle }),
    [columns, card, onOpen, stops, isSelected, rowLabel, onToggle],
  );
  const span = columns.length + (selection === undefined ? 0 : 1);
  const isEmpty = count === 0;
  const placeholders = props.loading === undefined ? 0 : props.loading === 'first' && isEmpty ? 12 : 1;
  const rowAt = (index: number): ReactNode => {
    const id = ids[index] ?? '';
    const place = { id, index, total, tabbable: focus.tabStop === id, current: id === current, actions };
    return renderRow(id, (row) =>
      asCards ? <TableCard key={id} row={row} {...place} /> : <TableRow key={id} row={row} {...place} />,
    );
  };
  const shown = spaced(drawn, top, virtualizer.getTotalSize() + top).map((part) =>
    part.kind === 'row' ? (
      rowAt(part.index)
    ) : asCards ? (
      <li key={part.key} aria-hidden="true" style={{ height: part.height }} />
    ) : (
      <Space key={part.key} height={part.height} span={span} />
    ),
  );
  const busy = props.loading !== undefined || undefined;
  const canvas = {
    onKeyDown: focus.onKeyDown,
    onFocus: (event: FocusEvent) => {
      focused.onFocus(event);
      focus.onFocus(event);
    },
    onBlur: focused.onBlur,
  };

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
          <ul className={styles.cards} aria-label={label} {...canvas}>
            {shown}
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
  const isSelecting = selection?.bar !== undefined;
  const rowsTable = (
    // Scrolls a focused control out from under the pinned columns.
    <div ref={scroller} className={styles.scroller} style={{ scrollPaddingRight: widthOf(columns.filter(isPinned)) }}>
      <table
        role={stops === 'rows' ? 'grid' : undefined}
        className={styles.table}
        style={{ minWidth, '--row-height': `${rowHeight}px` } as CSSProperties}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={selection !== undefined || undefined}
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
              </th>
            )}
            {heads.map(({ id, column }, index) => {
              const text = columns[index];
              const sorted = column.getIsSorted();
              const sortable = text?.sorts !== undefined;
              return (
                <th
                  key={id}
                  scope="col"
                  className={text === undefined ? undefined : cellClass(text)}
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
                      {text.heading ?? text.label}
                      <SortArrow sorted={sorted} />
                    </button>
                  ) : sorted !== false ? (
                    <span className={styles.sortedOnly}>
                      {text?.heading ?? text?.label}
                      <SortArrow sorted={sorted} />
                    </span>
                  ) : (
                    (text?.heading ?? text?.label)
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody aria-busy={busy}>
          {shown}
          {Array.from({ length: placeholders }, (_, index) => (
            <TableSkeleton key={`waiting ${index}`} columns={columns} selectable={selection !== undefined} />
          ))}
        </tbody>
      </table>
      {isEmpty && props.outcome}
    </div>
  );
  if (selection === undefined) return rowsTable;
  return (
    <>
      <div className={styles.bar} data-selecting={isSelecting || undefined}>
        {selection.bar ?? selection.found}
      </div>
      {rowsTable}
    </>
  );
}

function SelectAll<Row>({ selection }: { selection: TableSelection<Row> }) {
  return <BareCheckbox label={selection.allLabel} checked={selection.all} onChange={selection.onToggleAll} />;
}

function SortArrow({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  return (
    <Icon
      glyph={sorted === 'desc' ? ArrowDown : ArrowUp}
      size={12}
      className={sorted === false ? styles.noArrow : styles.arrow}
    />
  );
}

type Part = { kind: 'row'; index: number } | { kind: 'space'; key: string; height: number };

/** The rendered rows, with a space in place of rows that are not rendered: before them, after them, and beside a distant row with the focus. */
function spaced(drawn: ReadonlyArray<VirtualItem>, top: number, end: number): Part[] {
  const parts: Part[] = [];
  let reached = top;
  const fill = (upTo: number): void => {
    if (upTo > reached) parts.push({ kind: 'space', key: `space ${parts.length}`, height: upTo - reached });
  };
  for (const { index, start, end: rowEnd } of drawn) {
    fill(start);
    parts.push({ kind: 'row', index });
    reached = rowEnd;
  }
  if (drawn.length > 0) fill(end);
  return parts;
}

/** Empty space in place of rows that are not rendered. */
function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td className={styles.space} colSpan={span} style={{ height }} />
    </tr>
  );
}

function widthOf<Row>(columns: ReadonlyArray<TableColumn<Row>>): number {
  return columns.reduce((sum, { width, minWidth = flexibleWidth }) => sum + (width ?? minWidth), 0);
}

function pinningOf<Row>(columns: ReadonlyArray<TableColumn<Row>>): ColumnPinningState {
  return { start: [], end: columns.filter(isPinned).map(({ id }) => id) };
}

function sortingOf(sort: TableSort | undefined): SortingState {
  return sort === undefined ? [] : [{ id: sort.column, desc: sort.descending }];
}

/** Requests the next portion once for each length of each list. */
function useMore(isNearEnd: boolean, list: string, onMore: (() => void) | undefined): void {
  const requestedAt = useRef<string>(undefined);
  useEffect(() => {
    if (!isNearEnd || onMore === undefined || requestedAt.current === list) return;
    requestedAt.current = list;
    onMore();
  }, [isNearEnd, list, onMore]);
}
