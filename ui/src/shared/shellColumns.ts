// What parts of the page tell the shell about the columns below it: their widths, and what lies over them. The shell's one grid and its style sheet
// follow, so that nothing measures itself for others. Outside of a shell nothing is told.
import { createContext, useContext, useLayoutEffect } from 'react';

export interface ShellColumns {
  /** The width of the list that the agent set, in pixels; null for the default of the screen width. */
  list: number | null;
  /** The same for the details. */
  details: number | null;
  /** Below three columns the details are an open drawer. */
  detailsOpen: boolean;
  /** A panel of the call bar is open. */
  callPanelOpen: boolean;
  /** A drawer is open that on a phone is the whole page: the bottom bar gives way to it. */
  pageCovered: boolean;
}

export type TellShell = (change: Partial<ShellColumns>) => void;

export const unsetColumns: ShellColumns = {
  list: null,
  details: null,
  detailsOpen: false,
  callPanelOpen: false,
  pageCovered: false,
};

export const ShellColumnsContext = createContext<TellShell>(() => undefined);

export const useTellShell = (): TellShell => useContext(ShellColumnsContext);

/** Tells the shell before the page is painted, so that nothing shifts, and takes it back with the component. */
export function useShellColumn<Name extends keyof ShellColumns>(name: Name, value: ShellColumns[Name]): void {
  const tell = useTellShell();
  useLayoutEffect(() => {
    tell({ [name]: value });
    return () => tell({ [name]: unsetColumns[name] });
  }, [tell, name, value]);
}
