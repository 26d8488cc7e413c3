// The keyboard of a search list: the field keeps the focus, the arrow keys move the active row of the list below it, Enter picks that row (ARIA
// combobox with a listbox). Disabled rows become active, too, so that screen readers announce them with their reason, but are never picked.
import { useId, useState, type AriaAttributes, type KeyboardEvent } from 'react';
import { isComposing } from './isComposing';

export interface SearchListRow {
  id: string;
  /** Whether the row can be reached but not picked; its text gives the reason. */
  disabled?: boolean | undefined;
}

export interface SearchListOptions<Row extends SearchListRow> {
  rows: ReadonlyArray<Row>;
  /** Whether the list is shown; a hidden list handles no key. */
  isOpen: boolean;
  /** Which row is active before the agent moves: the first one, or none until an arrow key leads to the row of this id or to the first one. */
  start: 'first' | { id: string | null };
  onPick: (row: Row) => void;
  /** Called when the agent moved to this row. */
  onMove?: ((row: Row) => void) | undefined;
}

/** Attributes of the field with which screen readers announce the active row. */
export type SearchListField = Pick<
  AriaAttributes,
  'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant' | 'aria-expanded'
>;

export interface SearchListControl<Row extends SearchListRow> {
  /** The id of the listbox. */
  id: string;
  rows: ReadonlyArray<Row>;
  active: Row | undefined;
  field: SearchListField;
  pick: (row: Row) => void;
  /** Returns whether the list handled the key. */
  press: (event: KeyboardEvent) => boolean;
  /** Resets the active row for another search. */
  reset: () => void;
}

/** Number of rows that Page Up and Page Down move. */
const pageOfRows = 8;

export function useSearchList<Row extends SearchListRow>(options: SearchListOptions<Row>): SearchListControl<Row> {
  const { rows, isOpen, start, onPick, onMove } = options;
  const id = useId();
  const [moved, setMoved] = useState<string | null>(null);
  const firstEnabled = rows.find(({ disabled }) => disabled !== true) ?? rows[0];
  const reached = rows.find((row) => row.id === moved);
  const active = reached ?? (start === 'first' ? firstEnabled : undefined);

  const pick = (row: Row): void => {
    if (row.disabled === true) return;
    setMoved(row.id);
    onPick(row);
  };
  /** The row that a key leads to; before the first move that is the preferred row. */
  const destinationOf = (key: string): Row | undefined => {
    if (!['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'].includes(key)) return undefined;
    if (active === undefined) return preferredRow(rows, start) ?? firstEnabled;
    const index = rows.indexOf(active);
    const last = rows.length - 1;
    switch (key) {
      case 'ArrowDown':
        return rows[index === last ? 0 : index + 1];
      case 'ArrowUp':
        return rows[index === 0 ? last : index - 1];
      case 'PageDown':
        return rows[Math.min(last, index + pageOfRows)];
      default:
        return rows[Math.max(0, index - pageOfRows)];
    }
  };
  return {
    id,
    rows,
    active,
    field: {
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen && rows.length > 0,
      'aria-controls': isOpen && rows.length > 0 ? id : undefined,
      'aria-activedescendant': isOpen && active !== undefined ? rowIdOf(id, active) : undefined,
    },
    pick,
    press: (event) => {
      if (!isOpen || isComposing(event)) return false;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
      if (event.key === 'Enter') {
        const row = active ?? preferredRow(rows, start) ?? firstEnabled;
        if (row === undefined) return false;
        pick(row);
      } else {
        const next = destinationOf(event.key);
        if (next === undefined) return false;
        setMoved(next.id);
        onMove?.(next);
      }
      event.preventDefault();
      return true;
    },
    reset: () => setMoved(null),
  };
}

function preferredRow<Row extends SearchListRow>(
  rows: ReadonlyArray<Row>,
  start: SearchListOptions<Row>['start'],
): Row | undefined {
  return start === 'first' ? undefined : rows.find(({ id }) => id === start.id);
}

/** The id of a row's element. */
export function rowIdOf(listId: string, row: SearchListRow): string {
  return `${listId}-${row.id}`;
}
