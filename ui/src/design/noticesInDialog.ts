// Where notices are drawn while a dialog is open: inside it, above its buttons. Each dialog offers its element; the
// last one opened has them. A text that the dialog shows itself is not repeated as a notice.
import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react';

const places: HTMLElement[] = [];
const listeners = new Set<() => void>();

function notifyListeners(): void {
  listeners.forEach((listener) => listener());
}

/** For the element in a dialog that holds its notices. */
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

/** A dialog shows this text: a notice with the same text would say it twice. Known before the page is painted. */
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
