// How components see the core: a slice by its key, a list by its key, and a way to say what the agent wants.
import type { Intent, JobGroup, PageInput, SliceViews } from 'core-wasm';
import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { IndexedList } from './indexedList';
import type { Core, SliceKey, SliceName } from './host';

const CoreContext = createContext<Core | null>(null);

export function CoreProvider({ core, children }: { core: Core; children: ReactNode }) {
  return <CoreContext.Provider value={core}>{children}</CoreContext.Provider>;
}

export function useCore(): Core {
  const core = useContext(CoreContext);
  if (core === null) throw new Error('a component outside CoreProvider asks for the core');
  return core;
}

/** The view of a slice; rendered anew when it changed and only then. */
export function useSlice<Name extends SliceName>(key: SliceKey<Name>): SliceViews[Name] {
  const core = useCore();
  const subscribe = useCallback((listener: () => void) => core.subscribe(key, listener), [core, key]);
  return useSyncExternalStore(subscribe, () => core.snapshot<Name>(key));
}

/** The ids of an ordered list; a new object per version. */
export function useList(key: `jobOrder:${JobGroup}` | `thread:${string}`): IndexedList<string> {
  const core = useCore();
  const subscribe = useCallback((listener: () => void) => core.subscribe(key, listener), [core, key]);
  return useSyncExternalStore(subscribe, () => core.list(key));
}

export function useIntent(): (intent: Intent) => void {
  const core = useCore();
  return useCallback((intent: Intent) => core.dispatch(intent), [core]);
}

export function usePage(): (input: PageInput) => void {
  const core = useCore();
  return useCallback((input: PageInput) => core.page(input), [core]);
}
