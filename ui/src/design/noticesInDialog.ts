// The place of notices while a dialog is open: inside it, above its buttons. Each dialog offers an element; the notices
// are in the dialog opened last. A text that the dialog itself shows is not repeated as a notice.
import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react';

const places: HTMLElement[] = [];
const listeners = new Set<() => void>();

function notifyListeners(): void {
  listeners.forEach((listener) => listener());
}

/** Ref for the element in a dialog that holds its notices. */
export function useNoticePlace(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (element === null) return undefined;
    places.push(element);
    notifyListeners();
    return () => {
      places.splice(places.indexOf(element), 1);
      notifyListeners();
    };
  }, []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The element for notices in the topmost dialog; undefined without a dialog. */
export function useTopNoticePlace(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => places[places.length - 1]);
}

let said: ReadonlyArray<string> = [];

/** Registers a text that a dialog shows, before the page is painted: a notice with the same text would repeat it. */
export function useSaidInDialog(text: string): void {
  useLayoutEffect(() => {
    said = [...said, text];
    notifyListeners();
    return () => {
      const at = said.indexOf(text);
      said = said.filter((_, index) => index !== at);
      notifyListeners();
    };
  }, [text]);
}

/** The texts that open dialogs show themselves. */
export function useTextsOfDialogs(): ReadonlyArray<string> {
  return useSyncExternalStore(subscribe, () => said);
}
