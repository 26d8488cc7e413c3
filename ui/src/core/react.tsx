// The hooks through which components read slices and lists of the core and send intents. Slices of an attendance have their own hooks (slices.ts).
import type { Intent, PageInput, PreferencesChange, SliceViews } from 'core-wasm';
import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { IndexedList } from './indexedList';
import type { Core, ListKey, SliceKey, SliceName } from './host';

const CoreContext = createContext<Core | null>(null);

export function CoreProvider({ core, children }: { core: Core; children: ReactNode }) {
  return <CoreContext.Provider value={core}>{children}</CoreContext.Provider>;
}

export function useCore(): Core {
  const core = useContext(CoreContext);
  if (core === null) throw new Error('useCore needs a CoreProvider above the component');
  return core;
}

/** The view of a slice; the component renders again only when it changed. */
export function useSlice<Name extends SliceName>(key: SliceKey<Name>): SliceViews[Name] {
  const core = useCore();
  const subscribe = useCallback((listener: () => void) => core.subscribe(key, listener), [core, key]);
  return useSyncExternalStore(subscribe, () => core.snapshot<Name>(key));
}

/** The ids of an ordered list; a new object per version. */
export function useList(key: ListKey): IndexedList<string> {
  const core = useCore();
  const subscribe = useCallback((listener: () => void) => core.subscribe(key, listener), [core, key]);
  return useSyncExternalStore(subscribe, () => core.list(key));
}

export function useIntent(): (intent: Intent) => void {
  const core = useCore();
  return useCallback((intent: Intent) => core.dispatch(intent), [core]);
}

/** Changes the given preferences and leaves the others as they are. */
export function useChangePreferences(): (change: PreferencesChange) => void {
  const core = useCore();
  return useCallback(
    (change: PreferencesChange) => core.dispatch({ area: 'shell', type: 'changePreferences', change }),
    [core],
  );
}

export function usePage(): (input: PageInput) => void {
  const core = useCore();
  return useCallback((input: PageInput) => core.page(input), [core]);
}
