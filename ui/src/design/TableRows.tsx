// The rows of Table: a table row or a card, and their placeholders. A row is one stop of Tab together with its own controls; Enter opens it, Space selects it.
import { createContext, memo, useContext, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { BareCheckbox } from './Checkbox';
import { classNames } from './classNames';
import styles from './Table.module.css';

export interface TableColumn<Row> {
  id: string;
  label: string;
  /** Whether the heading is only for screen readers, as for a column of buttons. */
  labelHidden?: boolean;
  /** Shown as the heading in place of the label, with the same text. */
  heading?: ReactNode;
  /** Width in pixels; columns without it share the remaining width. */
  width?: number | undefined;
  /** The smallest width of a column without a fixed width, in pixels; a table that is wider than its place scrolls. */
  minWidth?: number | undefined;
  /** True if the cell of this column names the row. */
  isRowHeading?: boolean;
  /** Whether the cells are numbers, which are compared digit by digit. */
  align?: 'end' | undefined;
  /** Whether the column stays at the right edge while the others scroll; at most one column of a table. */
  pinned?: 'end' | undefined;
  /** The heading sorts; `descending`: the first press shows the largest or newest first. */
  sorts?: 'ascending' | 'descending' | undefined;
  cell: (row: Row) => ReactNode;
}

export interface RowActions<Row> {
  columns: ReadonlyArray<TableColumn<Row>>;
  card: ((row: Row) => ReactNode) | undefined;
  onOpen: ((id: string) => void) | undefined;
  stops: 'rows' | 'controls';
  isSelected: ((row: Row) => boolean) | undefined;
  rowLabel: ((row: Row) => string) | undefined;
  onToggle: ((id: string) => void) | undefined;
}

interface PlacedRow<Row> {
  row: Row;
  id: string;
  index: number;
  /** Number of rows of the list. */
  total: number;
  tabbable: boolean;
  current: boolean;
  actions: RowActions<Row>;
}

export const flexibleWidth = 200;

export function isPinned({ pinned }: { pinned?: 'end' | undefined }): boolean {
  return pinned === 'end';
}

/** The class name of a cell and of the heading of its column. */
export function cellClass({ pinned, align }: Pick<TableColumn<unknown>, 'pinned' | 'align'>): string | undefined {
  if (pinned === undefined && align === undefined) return undefined;
  return classNames(pinned === 'end' && styles.pinned, align === 'end' && styles.number);
}

const RowTabIndex = createContext<0 | -1>(0);

/** The tabindex of a control in a cell: Tab stops at the controls of the focused row only. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowTabIndex);
}

export const TableRow = memo(Row) as typeof Row;
export const TableCard = memo(Card) as typeof Card;

function Row<Of>({ row, id, index, tabbable, current, actions }: PlacedRow<Of>) {
  const selected = actions.isSelected?.(row);
  const tabIndex = tabbable ? 0 : -1;
  return (
    <RowTabIndex value={tabIndex}>
      <tr
        data-item={id}
        tabIndex={actions.stops === 'rows' ? tabIndex : undefined}
        aria-rowindex={index + 2}
        aria-selected={selected}
        aria-current={current || undefined}
        className={classNames(styles.row, actions.onOpen !== undefined && styles.opens)}
        {...handlersOf(id, actions)}
      >
        {selected !== undefined && (
          <td className={styles.check}>
            <RowCheckbox row={row} id={id} actions={actions} selected={selected} tabIndex={tabIndex} />
          </td>
        )}
        {actions.columns.map((column) => (
          <Cell key={column.id} column={column}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
    </RowTabIndex>
  );
}

function Card<Of>({ row, id, index, total, tabbable, current, actions }: PlacedRow<Of>) {
  const selected = actions.isSelected?.(row);
  const tabIndex = tabbable ? 0 : -1;
  return (
    <RowTabIndex value={tabIndex}>
      <li
        data-item={id}
        tabIndex={tabIndex}
        aria-posinset={index + 1}
        aria-setsize={total}
        aria-current={current || undefined}
        data-selected={selected === true || undefined}
        className={styles.card}
        {...handlersOf(id, actions)}
      >
        {selected !== undefined && (
          <RowCheckbox row={row} id={id} actions={actions} selected={selected} tabIndex={tabIndex} />
        )}
        <div className={styles.cardContent}>{actions.card?.(row)}</div>
      </li>
    </RowTabIndex>
  );
}

function Cell<Of>({ column, children }: { column: TableColumn<Of>; children: ReactNode }) {
  const className = cellClass(column);
  return column.isRowHeading === true ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className}>{children}</td>
  );
}

interface RowCheckboxProps<Row> extends Pick<PlacedRow<Row>, 'row' | 'id' | 'actions'> {
  selected: boolean;
  tabIndex: 0 | -1;
}

function RowCheckbox<Row>({ row, id, actions, selected, tabIndex }: RowCheckboxProps<Row>) {
  return (
    <BareCheckbox
      label={actions.rowLabel?.(row) ?? ''}
      checked={selected}
      tabIndex={tabIndex}
      onChange={() => actions.onToggle?.(id)}
    />
  );
}

/** Controls in the row keep their own keys and clicks. */
function handlersOf<Row>(id: string, { onOpen, onToggle }: RowActions<Row>) {
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isControl(event.target, event.currentTarget)) onOpen?.(id);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Enter' && onOpen !== undefined) onOpen(id);
      else if (event.key === ' ' && onToggle !== undefined) onToggle(id);
      else return;
      event.preventDefault();
    },
  };
}

/** A row's menu is a child of the row in React, but not in the document. */
function isControl(target: EventTarget, row: HTMLElement): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return true;
  const control = target.closest('a, button, input, label, [tabindex]');
  // If rows cannot have the focus, the closest element with a tabindex is around the table.
  return control !== null && control !== row && row.contains(control);
}

interface TableSkeletonProps {
  columns: ReadonlyArray<Pick<TableColumn<unknown>, 'id' | 'pinned' | 'align'>>;
  selectable: boolean;
  asCard?: boolean;
}

export function TableSkeleton({ columns, selectable, asCard = false }: TableSkeletonProps) {
  if (asCard)
    return (
      <div aria-hidden="true" className={styles.card}>
        {selectable && <span className={classNames(styles.waiting, styles.waitingBox)} />}
        <div className={styles.cardContent}>
          <span className={styles.waiting} />
          <span className={styles.waiting} />
        </div>
      </div>
    );
  return (
    <tr aria-hidden="true" className={styles.waitingRow}>
      {selectable && (
        <td className={styles.check}>
          <span className={classNames(styles.waiting, styles.waitingBox)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          <span className={styles.waiting} />
        </td>
      ))}
    </tr>
  );
}
