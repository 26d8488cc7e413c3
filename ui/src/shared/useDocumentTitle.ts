// The title of the current page. TabWaiting.tsx replaces it while a call or message waits for the agent.
import { useEffect } from 'react';
import { showPageTitle } from '../core/ports/tabFace';

export function useDocumentTitle(title: string): void {
  useEffect(() => showPageTitle(title), [title]);
}
