// The facts that parts of the page report to the shell about its columns: their widths, and panels that cover them. The shell's single grid and its
// style sheet use them, so that no part measures itself for others. Outside of a shell nothing is reported.
import { createContext, useContext, useLayoutEffect } from 'react';

export interface ShellColumns {
  /** Width of the list set by the agent, in pixels; null for the default of the screen width. */
  list: number | null;
  /** Width of the details column set by the agent, in pixels; null for the default of the screen width. */
  details: number | null;
  /** Below three columns the details are an open drawer. */
  detailsOpen: boolean;
  /** Whether a panel of the call bar is open. */
  callPanelOpen: boolean;
  /** Whether a drawer is open that fills the page on a phone: then the bottom bar is hidden. */
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

/**
 * Reports a fact to the shell before the page is painted, so that nothing shifts, and withdraws it when the component
 * unmounts.
 */
export function useShellColumn<Name extends keyof ShellColumns>(name: Name, value: ShellColumns[Name]): void {
  const tell = useTellShell();
  useLayoutEffect(() => {
    tell({ [name]: value });
    return () => tell({ [name]: unsetColumns[name] });
  }, [tell, name, value]);
}
