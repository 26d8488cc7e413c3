// A panel of the call bar while it is open: the shell shows no snackbars over it.
import type { ReactNode } from 'react';
import { useShellColumn } from '../../shared/shellColumns';

export function OpenPanel({ children }: { children: ReactNode }) {
  useShellColumn('callPanelOpen', true);
  return children;
}
