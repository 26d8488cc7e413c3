// The title of the page that is shown. What waits for the agent takes its place in the tab (TabWaiting.tsx).
import { useEffect } from 'react';
import { showPageTitle } from '../core/ports/tabFace';

export function useDocumentTitle(title: string): void {
  useEffect(() => showPageTitle(title), [title]);
}
