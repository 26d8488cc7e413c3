// Which element has the focus when a dialog opens and after it has closed; for every frame around a dialog of Radix.
import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * The dialog itself takes the focus, so that its title is read; a field that asked for the focus keeps it. Without
 * this, Radix's alert dialog looks for its own cancel button, finds none, and leaves the focus behind the overlay.
 */
export function enterDialog(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  if (!dialog.contains(document.activeElement)) dialog.focus();
}

/**
 * The element to focus after the dialog: the one that had the focus before, or got it meanwhile (a menu that closes
 * behind the dialog returns the focus to its button).
 */
export function RememberOpener({ openerRef }: { openerRef: RefObject<HTMLElement | null> }) {
  const [before] = useState(openerNow);
  // Before the paint, because a closing menu returns the focus in the next task.
  useLayoutEffect(() => {
    openerRef.current = before;
    const follow = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target.hasAttribute('data-radix-focus-guard')) return;
      if (target.closest('[role="dialog"], [role="alertdialog"]') === null) openerRef.current = target;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [openerRef, before]);
  return null;
}

/** A menu entry no longer exists when its menu has closed: the menu's button replaces it. */
export function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button == null ? focused : document.getElementById(button);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/**
 * Radix returns the focus to its own trigger, but dialogs here are opened by the core and have none. Radix does so in
 * a later task: if the agent has focused another element meanwhile, it keeps the focus.
 */
export function returnFocus(event: Event, opener: HTMLElement | null, fallback: (() => void) | undefined): void {
  event.preventDefault();
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (opener?.isConnected === true) opener.focus();
  if (document.activeElement === null || document.activeElement === document.body) fallback?.();
}
