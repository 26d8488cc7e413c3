// The hooks through which components read slices and lists of the core and send intents. Slices of an attendance have their own hooks (slices.ts).
import type { Intent, PageInput, PreferencesChange, SliceViews } from 'core-wasm';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
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

/**
 * A part of a slice: the component renders again only when the part changed. `select` is the same function each time and returns an equal value for an equal
 * part.
 */
export function useSlicePart<Name extends SliceName, Part extends string | number | boolean | undefined>(
  key: SliceKey<Name>,
  select: (view: SliceViews[Name]) => Part,
): Part {
  const core = useCore();
  const subscribe = useCallback((listener: () => void) => core.subscribe(key, listener), [core, key]);
  return useSyncExternalStore(subscribe, () => select(core.snapshot<Name>(key)));
}

/** Like useSlice, but a change that `isSame` ignores keeps the earlier view and renders nothing. `isSame` is the same function each time. */
export function useSteadySlice<Name extends SliceName>(
  key: SliceKey<Name>,
  isSame: (before: SliceViews[Name], now: SliceViews[Name]) => boolean,
): SliceViews[Name] {
  const core = useCore();
  const subscribe = useCallback((listener: () => void) => core.subscribe(key, listener), [core, key]);
  const read = useMemo(() => steady(() => core.snapshot<Name>(key), isSame), [core, key, isSame]);
  return useSyncExternalStore(subscribe, read);
}

function steady<View>(read: () => View, isSame: (before: View, now: View) => boolean): () => View {
  let last: { view: View; kept: View } | undefined;
  return () => {
    const view = read();
    if (last === undefined) last = { view, kept: view };
    else if (last.view !== view) last = { view, kept: isSame(last.kept, view) ? last.kept : view };
    return last.kept;
  };
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
