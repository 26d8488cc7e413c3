// The element that gets the focus when the focused element is removed, or when a page is shown: the first usable target of
// the page.
import { isUsedByTouch } from './touch';

export interface FocusTarget {
  selector: string;
  /** A text field: touch devices skip it, because it opens the on-screen keyboard over the page. */
  isTextField?: boolean;
}

export function focusFirst(targets: ReadonlyArray<FocusTarget>): void {
  const isTouch = isUsedByTouch();
  for (const { selector, isTextField = false } of targets) {
    const element = isTextField && isTouch ? null : document.querySelector<HTMLElement>(selector);
    element?.focus();
    if (element !== null && document.activeElement === element) return;
  }
}
