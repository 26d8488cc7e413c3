// Media queries for behaviour that differs by screen. media.json names them once for scripts and style sheets; layout itself belongs to style sheets.
import { useCallback, useSyncExternalStore } from 'react';
import media from './media.json';

export type MediaName = keyof typeof media;

/** Whether the query matches now. */
export function matchesMedia(name: MediaName): boolean {
  return window.matchMedia(media[name]).matches;
}

export function useMediaQuery(name: MediaName): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(media[name]);
      // Chrome 71 has no addEventListener here.
      list.addListener(listener);
      return () => list.removeListener(listener);
    },
    [name],
  );
  return useSyncExternalStore(subscribe, () => matchesMedia(name));
}
