// Selects attendances by clicks and keys in the rows of the list. Without a selection a row opens by a click; Space, Ctrl+click, Shift+click and
// Ctrl+A begin one.
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { itemKeyOf } from '../../design/useRovingFocus';
import { groupOf, keysOfGroup, withToggled, withGroup, withRange } from './bulkSelection';
import type { GroupedRows } from './groupedRows';

/** The selection of several attendances. */
export interface RowSelection {
  /** Whether rows have a checkbox and a click selects. */
  active: boolean;
  selected: ReadonlyArray<string>;
  onChange: (selected: ReadonlyArray<string>) => void;
  canSelect: (protocol: string) => boolean;
  /** Accessible name of a row's checkbox. */
  labelOf: (protocol: string) => string;
  /** Ends the selection (Escape): rows open again. */
  onEnd: () => void;
  /** Begins a selection: rows get their checkboxes. */
  onBegin: () => void;
}

export interface SelectingRows {
  onClick: (event: MouseEvent, key: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  toggle: (key: string) => void;
}

export function useRowSelection(
  rows: GroupedRows,
  selection: RowSelection | undefined,
  focusRow: (key: string) => void,
): SelectingRows {
  /** Start of a range: the row that was selected last. */
  const anchor = useRef<string | null>(null);

  const group = (key: string): string[] => {
    const name = groupOf(rows, key);
    return selection === undefined || name === undefined ? [] : keysOfGroup(rows, name, selection.canSelect);
  };
  const toggle = (key: string): void => {
    if (selection === undefined || !selection.canSelect(key)) return;
    anchor.current = key;
    selection.onChange(withToggled(selection.selected, key));
  };
  const range = (key: string): void => {
    if (selection === undefined || !selection.canSelect(key)) return;
    const next = withRange(group(key), selection.selected, anchor.current, key);
    anchor.current = key;
    selection.onChange(next);
  };
  return {
    toggle,
    onClick: (event, key) => {
      const modified = event.shiftKey || event.ctrlKey || event.metaKey;
      if (selection === undefined || !(selection.active || modified)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) range(key);
      else toggle(key);
    },
    onKeyDown: (event) => {
      const key = itemKeyOf(event.target);
      if (selection === undefined || event.altKey) return;
      const hasCtrl = event.ctrlKey || event.metaKey;
      if (event.key === 'Escape' && selection.active) {
        event.preventDefault();
        selection.onEnd();
      } else if (key === null || groupOf(rows, key) === undefined) {
        return;
      } else if (event.key === ' ' && !hasCtrl) {
        event.preventDefault();
        if (event.shiftKey) range(key);
        else toggle(key);
      } else if (event.code === 'KeyA' && hasCtrl && !event.shiftKey) {
        event.preventDefault();
        selection.onChange(withGroup(group(key), selection.selected));
      } else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        extend(event, key);
      }
    },
  };

  /** Shift and an arrow key select the next row of the group, too, and move the focus to it. */
  function extend(event: KeyboardEvent, key: string): void {
    if (selection === undefined) return;
    event.preventDefault();
    const keys = group(key);
    const next = keys[keys.indexOf(key) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!keys.includes(key) || next === undefined) return;
    anchor.current = next;
    selection.onChange([...new Set([...selection.selected, key, next])]);
    focusRow(next);
  }
}
