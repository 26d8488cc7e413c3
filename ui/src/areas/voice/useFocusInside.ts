// Keeps the focus inside a part of the page whose controls change: when the focused control is removed, the first usable one takes the focus.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** `target`: the selector of the control that takes over. */
export function useFocusInside(part: RefObject<HTMLElement | null>, target: string): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const element = part.current;
    if (element === null) return undefined;
    const enter = ({ target: focused }: FocusEvent): void => {
      last.current = focused instanceof Element ? focused : null;
    };
    // A removed control sends no event: only focus moves by the agent arrive here.
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) last.current = null;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [part]);
  useLayoutEffect(() => {
    const focused = last.current;
    if (focused === null || focused.isConnected) return;
    last.current = null;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      part.current?.querySelector<HTMLElement>(target)?.focus();
  });
}
