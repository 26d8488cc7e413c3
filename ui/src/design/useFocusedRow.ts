// The row of a virtual list that had the focus last. The list always renders it: a removed element loses the focus, and with it the keyboard and the
// cursor of a screen reader. When the row itself leaves the list, the focus goes to the row that takes its place.
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { itemKeyOf } from './useRovingFocus';

export interface FocusedRow {
  /** -1 if no row had the focus, or if it left the list. */
  index: number;
  /** Renders a row that is about to take the focus, wherever it is. */
  draw: (index: number) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
  /** Whether the focused row was removed; read by `useFocusAfterRemoval`. */
  wasRemoved: () => boolean;
}

export function useFocusedRow(ids: ReadonlyArray<string>): FocusedRow {
  const [id, setId] = useState<string | null>(null);
  /** React reports no blur of an element that it removes. */
  const isFocused = useRef(false);
  const index = id === null ? -1 : ids.indexOf(id);
  return {
    index,
    draw: (next) => setId(ids[next] ?? null),
    onFocus: ({ target, currentTarget }) => {
      // A row's menu is a child of the row in React, but not in the document.
      if (!currentTarget.contains(target)) return;
      const focused = itemKeyOf(target);
      isFocused.current = focused !== null;
      setId(focused);
    },
    onBlur: () => {
      isFocused.current = false;
    },
    wasRemoved: () => id !== null && index < 0 && isFocused.current && document.activeElement === document.body,
  };
}

export function useFocusAfterRemoval(row: FocusedRow, count: number, focusAt: (index: number) => void): void {
  const lastIndex = useRef(0);
  useEffect(() => {
    if (row.index >= 0) lastIndex.current = row.index;
    else if (row.wasRemoved()) focusAt(Math.min(lastIndex.current, count - 1));
  });
}
