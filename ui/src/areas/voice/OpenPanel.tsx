// A panel of the call bar while it is open: the shell keeps its place free of snackbars.
import type { ReactNode } from 'react';
import { useShellColumn } from '../../shared/shellColumns';

export function OpenPanel({ children }: { children: ReactNode }) {
  useShellColumn('callPanelOpen', true);
  return children;
}
