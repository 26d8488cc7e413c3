// The rows of Table: a table row or a card, and their placeholders. A row is one stop of Tab together with its own controls; Enter opens it, Space selects it.
import { createContext, useContext, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { BareCheckbox } from './Checkbox';
import { classNames } from './classNames';
import styles from './Table.module.css';

export interface TableColumn<Row> {
  id: string;
  label: string;
  /** Only screen readers have the heading: a column of buttons. */
  labelHidden?: boolean;
  /** In pixels; a column without it shares what is left. */
  width?: number | undefined;
  /** Stays at the right edge while the other columns scroll; at most one column of a table. */
  pinned?: 'end' | undefined;
  /** The heading sorts; `descending`: the first press shows the largest or newest first. */
  sorts?: 'ascending' | 'descending' | undefined;
  cell: (row: Row) => ReactNode;
}

export interface RowActions<Row> {
  columns: ReadonlyArray<TableColumn<Row>>;
  card: (row: Row) => ReactNode;
  onOpen: (id: string) => void;
  isSelected: ((row: Row) => boolean) | undefined;
  rowLabel: ((row: Row) => string) | undefined;
  onToggle: ((id: string) => void) | undefined;
}

interface PlacedRow<Row> {
  row: Row;
  id: string;
  index: number;
  tabbable: boolean;
  current: boolean;
  actions: RowActions<Row>;
}

export function isPinned({ pinned }: { pinned?: 'end' | undefined }): boolean {
  return pinned === 'end';
}

const RowTabIndex = createContext<0 | -1>(0);

/** The tabindex of a control in a cell: Tab stops at the controls of the focused row only. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowTabIndex);
}

export function TableRow<Row>({ row, id, index, tabbable, current, actions }: PlacedRow<Row>) {
  const selected = actions.isSelected?.(row);
  const tabIndex = tabbable ? 0 : -1;
  return (
    <RowTabIndex value={tabIndex}>
      <tr
        data-item={id}
        tabIndex={tabIndex}
        aria-rowindex={index + 2}
        aria-selected={selected}
        aria-current={current || undefined}
        className={styles.row}
        {...handlersOf(id, actions)}
      >
        {selected !== undefined && (
          <td className={styles.check}>
            <RowCheckbox row={row} id={id} actions={actions} selected={selected} tabIndex={tabIndex} />
          </td>
        )}
        {actions.columns.map((column) => (
          <td key={column.id} className={isPinned(column) ? styles.pinned : undefined}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
    </RowTabIndex>
  );
}

export function TableCard<Row>({ row, id, tabbable, current, actions }: PlacedRow<Row>) {
  const selected = actions.isSelected?.(row);
  const tabIndex = tabbable ? 0 : -1;
  return (
    <RowTabIndex value={tabIndex}>
      <li
        data-item={id}
        tabIndex={tabIndex}
        aria-current={current || undefined}
        data-selected={selected === true || undefined}
        className={styles.card}
        {...handlersOf(id, actions)}
      >
        {selected !== undefined && (
          <RowCheckbox row={row} id={id} actions={actions} selected={selected} tabIndex={tabIndex} />
        )}
        <div className={styles.cardContent}>{actions.card(row)}</div>
      </li>
    </RowTabIndex>
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
      if (!isControl(event.target, event.currentTarget)) onOpen(id);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Enter') onOpen(id);
      else if (event.key === ' ' && onToggle !== undefined) onToggle(id);
      else return;
      event.preventDefault();
    },
  };
}

/** A menu of a row is a child of it for React, but not in the document. */
function isControl(target: EventTarget, row: HTMLElement): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return true;
  const control = target.closest('a, button, input, label, [tabindex]');
  return control !== null && control !== row;
}

interface TableSkeletonProps {
  columns: ReadonlyArray<{ id: string; pinned?: 'end' | undefined }>;
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
        <td key={column.id} className={isPinned(column) ? styles.pinned : undefined}>
          <span className={styles.waiting} />
        </td>
      ))}
    </tr>
  );
}
