// Focus and Esc of a non-modal panel beside a page: the focus moves into the panel, and later returns to its earlier
// element.
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { openerNow } from './dialogFocus';
import { isComposing } from './isComposing';

export interface SidePanel {
  panel: RefObject<HTMLElement | null>;
  /** Esc in a field inside also closes the panel at once. */
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
}

/** `subject`: the content of the panel; when it changes, the focus moves into the panel again. */
export function useSidePanel(onClose: () => void, subject?: string): SidePanel {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  // Runs before the children take the focus.
  useLayoutEffect(() => {
    if (panel.current?.contains(document.activeElement) !== true || opener.current === null)
      opener.current = openerNow();
  }, [subject]);
  useEffect(() => {
    const element = panel.current;
    if (element !== null && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement;
      const isInside = focused === null || focused === document.body || element?.contains(focused) === true;
      // A page that was drawn anew, as after the screen was turned, has another opener: the page itself takes the focus.
      const next = opener.current?.isConnected === true ? opener.current : document.querySelector<HTMLElement>('main');
      if (isInside) next?.focus({ preventScroll: true });
    };
  }, [subject]);
  return {
    panel,
    onKeyDownCapture: (event) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      if (isInLayerAbove(event.target, event.currentTarget)) return;
      event.stopPropagation();
      onClose();
    },
  };
}

/**
 * A menu, a popover or a picture is above the panel: Esc closes only that layer. It may be a child of the panel in the document, or only in React.
 */
export function isInLayerAbove(target: EventTarget, panel: HTMLElement): boolean {
  if (!(target instanceof Element) || !panel.contains(target)) return true;
  const layer = target.closest('[role="menu"], [role="dialog"], [role="alertdialog"]');
  return layer !== null && panel.contains(layer);
}
