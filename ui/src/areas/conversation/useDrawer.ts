// The drawer beside the thread: one at a time. In narrow windows, where the details are a drawer too, it takes their
// place.
import { useState } from 'react';
import { useMediaQuery } from '../../design/useMediaQuery';

export interface DrawerState<Name extends string> {
  open: Name | undefined;
  close: () => void;
  /** Opens the drawer, or closes it if it is open. */
  toggle: (wanted: Name) => void;
  /** Closes the drawer where it covers the thread. */
  uncover: () => void;
}

export interface DetailsState {
  contextOpen: boolean;
  onToggleContext: () => void;
}

export function useDrawer<Name extends string>(
  { contextOpen, onToggleContext }: DetailsState,
  onClosed: () => void,
): DrawerState<Name> {
  const [open, setOpen] = useState<Name>();
  const detailsAreDrawer = useMediaQuery('below-three-columns');
  const coversThread = useMediaQuery('below-desktop');
  const close = (): void => {
    setOpen(undefined);
    onClosed();
  };
  // Details that the agent opens while the drawer is open replace it.
  const [wasContextOpen, setWasContextOpen] = useState(contextOpen);
  if (wasContextOpen !== contextOpen) {
    setWasContextOpen(contextOpen);
    if (contextOpen && detailsAreDrawer) setOpen(undefined);
  }
  const toggle = (wanted: Name): void => {
    if (open === wanted) return close();
    // Two drawers would lie one over the other.
    if (detailsAreDrawer && contextOpen) onToggleContext();
    setOpen(wanted);
  };
  return { open, close, toggle, uncover: () => coversThread && setOpen(undefined) };
}
