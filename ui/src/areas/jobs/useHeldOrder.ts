// Keeps the order of a list while the pointer or the focus is in it, so that no row moves away from a click.
import { useEffect, useState } from 'react';

const longestMs = 10_000;

export interface HeldOrder {
  order: ReadonlyArray<string>;
  hold: (inside: boolean) => void;
}

/** While the order is kept, new keys are added at the end; after ten seconds the new order is shown anyway. */
export function useHeldOrder(current: ReadonlyArray<string>): HeldOrder {
  const [held, setHeld] = useState<ReadonlyArray<string> | null>(null);
  useEffect(() => {
    if (held === null) return undefined;
    const timer = setTimeout(() => setHeld(null), longestMs);
    return () => clearTimeout(timer);
  }, [held]);
  const order =
    held === null
      ? current
      : [...held.filter((key) => current.includes(key)), ...current.filter((key) => !held.includes(key))];
  return { order, hold: (inside) => setHeld(inside ? order : null) };
}
