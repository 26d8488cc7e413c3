// The core shows a refusal as a snackbar, which screen readers do not reach behind a dialog: the dialog shows the text, and the snackbar ends.
import type { Text } from 'core-wasm';
import { useState } from 'react';
import { useCore, useSlice } from '../core/react';

export interface Refusal {
  /** The newest error since `watch` was called. */
  text: Text | undefined;
  /** Called before the action is sent. */
  watch: () => void;
}

export function useRefusal(): Refusal {
  const core = useCore();
  const { items } = useSlice('snackbars');
  const [before, setBefore] = useState<number | null>(null);
  const [kept, setKept] = useState<Text>();
  const newest = before === null ? undefined : items.find(({ id, type }) => id > before && type === 'error');
  // The snackbar ends before the agent has read the dialog.
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
