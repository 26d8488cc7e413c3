// The present day for texts like "ontem". A component that shows such a text is rendered again at midnight, even if nothing
// else changes.
import { useSyncExternalStore } from 'react';
import { currentTime, everySecond } from './ticker';

const listeners = new Set<() => void>();
let stop: (() => void) | undefined;
let day = 0;

/** The beginning of the present day in the time zone of the browser, on the server's clock. */
function startOfToday(): number {
  return new Date(currentTime()).setHours(0, 0, 0, 0);
}

function subscribeToDay(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= everySecond(notifyOfNewDay);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function notifyOfNewDay(): void {
  const now = startOfToday();
  if (now === day) return;
  day = now;
  listeners.forEach((listener) => listener());
}

/** The beginning of the day, in epoch milliseconds. */
export function useToday(): number {
  return useSyncExternalStore(subscribeToDay, startOfToday);
}
