// The core shows a refusal as a snackbar, which screen readers do not reach behind a dialog: the dialog shows the text instead, and the
// snackbar is removed.
import type { Text } from 'core-wasm';
import { useState } from 'react';
import { useCore, useSlice } from '../core/react';

export interface Refusal {
  /** The newest error since the call of `watch`. */
  text: Text | undefined;
  /** Call it before sending the action. */
  watch: () => void;
}

export function useRefusal(): Refusal {
  const core = useCore();
  const { items } = useSlice('snackbars');
  const [before, setBefore] = useState<number | null>(null);
  const [kept, setKept] = useState<Text>();
  const newest = before === null ? undefined : items.find(({ id, type }) => id > before && type === 'error');
  // Without this, the snackbar would end before the agent has read the dialog.
  if (newest !== undefined) {
    setBefore(newest.id);
    setKept(newest.body);
  }
  return {
    text: newest?.body ?? kept,
    watch: () => {
      setBefore(Math.max(-1, ...core.snapshot<'snackbars'>('snackbars').items.map(({ id }) => id)));
      setKept(undefined);
    },
  };
}
