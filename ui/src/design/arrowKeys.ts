// A row of buttons that is one stop of the Tab key: the arrow keys go round it, Home and End to its ends.
import type { KeyboardEvent } from 'react';

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The button that a key went to; it has the focus. */
export function goAlong(event: KeyboardEvent<HTMLElement>): HTMLButtonElement | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)'));
  const step = steps[event.key];
  const here = buttons.findIndex((button) => button === document.activeElement);
  const place =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? buttons.length - 1
        : step === undefined || here < 0
          ? undefined
          : (here + step + buttons.length) % buttons.length;
  const next = place === undefined ? undefined : buttons[place];
  if (next === undefined) return undefined;
  event.preventDefault();
  next.focus();
  return next;
}
