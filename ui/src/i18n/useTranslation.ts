// The hook that gives components `t`. All components share one snapshot of the page's i18next: the hook of react-i18next copies the i18next instance and
// adds two listeners for each component, which was an eighth of React's time when a conversation opens (docs/performance.md).
import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

export interface Translation {
  t: TFunction;
  /** A language tag. */
  language: string;
}

let current: Translation | undefined;
const listeners = new Set<() => void>();

function change(): void {
  current = undefined;
  listeners.forEach((listener) => listener());
}

let holds = 0;
let hasAdded = false;

/** Texts of an area appear when its bundle has been added. */
function added(): void {
  hasAdded = holds > 0;
  if (holds === 0) change();
}

/**
 * While the work runs, added texts cause no rendering; afterwards they cause one. A part that is first rendered meanwhile has its texts, because `t`
 * reads them directly.
 */
export async function holdingTexts(work: () => Promise<void>): Promise<void> {
  holds += 1;
  try {
    await work();
  } finally {
    holds -= 1;
    if (holds === 0 && hasAdded) added();
  }
}

function watchBundles(): void {
  i18next.store.on('added', added);
  change();
}

i18next.on('languageChanged', change);
i18next.on('initialized', watchBundles);
if (i18next.isInitialized) watchBundles();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A new object, with a new `t`, after each change of the language or its texts. */
function snapshot(): Translation {
  current ??= { t: i18next.getFixedT(i18next.language, 'translation'), language: i18next.language };
  return current;
}

/** The component is rendered again when the language or its texts change. */
export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, snapshot);
}
