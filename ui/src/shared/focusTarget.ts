// Where the focus goes when the focused element is gone, or when a page is shown: the first target of the page that takes it.
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
