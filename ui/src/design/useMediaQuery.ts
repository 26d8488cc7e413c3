// Follows one media query. For behaviour that differs by width; looks that differ by width are style sheets' work.
import { useCallback, useSyncExternalStore } from 'react';

export const belowTablet = '(max-width: 767px)';
export const belowDesktop = '(max-width: 1023px)';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addListener(listener);
      return () => list.removeListener(listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
