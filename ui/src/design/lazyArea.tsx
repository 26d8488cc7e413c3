// Parts of the product that are loaded when they are first needed: component, style sheet and texts together. A part that cannot be loaded (an outage) is
// requested again while it is needed; everything else keeps working.
import { useEffect, useState, type ComponentType, type FunctionComponent } from 'react';
import { loadWords, type Area } from '../i18n';
import { holdingTexts } from '../i18n/useTranslation';
import { withSheets } from './sheets';

const retryAfterMs = 2_000;

const preloads = new Set<() => Promise<unknown>>();

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

export interface AreaPart<Name> {
  /** The exported component of the module. */
  component: Name;
  /** The bundles that the part needs besides those of the part that renders it; a test names missing ones. */
  words: ReadonlyArray<Area>;
  /** Whether the part is loaded only when it is first rendered, not in idle time, because only some agents need it. */
  onDemand?: boolean;
}

/** Renders nothing until the part has been loaded. */
export function lazyArea<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  { component, words, onDemand = false }: AreaPart<Name>,
): FunctionComponent<PropsOf<Module[Name]>> {
  let loaded: ComponentType<object> | null = null;
  const loadPart = async (): Promise<void> => {
    const module = await loadArea(load, words);
    loaded = module[component] as ComponentType<object>;
  };
  if (!onDemand) preloads.add(loadPart);

  return function LazyArea(props: PropsOf<Module[Name]>) {
    const [Part, setPart] = useState<ComponentType<object> | null>(() => loaded);
    useEffect(() => {
      if (Part !== null) return undefined;
      let timer = 0;
      let mounted = true;
      const request = (): void => {
        loadPart().then(
          () => mounted && setPart(() => loaded),
          () => {
            if (mounted) timer = window.setTimeout(request, retryAfterMs);
          },
        );
      };
      request();
      return () => {
        mounted = false;
        window.clearTimeout(timer);
      };
    }, [Part]);
    return Part === null ? null : <Part {...(props as object)} />;
  };
}

/** A module with its style sheet and texts, for React's `lazy`. */
export async function loadArea<Module>(load: () => Promise<Module>, words: ReadonlyArray<Area>): Promise<Module> {
  const [module] = await Promise.all([withSheets(load), loadWords(...words)]);
  return module;
}

/**
 * Loads every part, one after another, when `ready` and the page is idle: an outage, or a new version on the server, then finds nothing missing.
 */
export function usePreloadWhenIdle(ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined;
    const request = window.requestIdleCallback(() => void holdingTexts(preloadAll));
    return () => window.cancelIdleCallback(request);
  }, [ready]);
}

async function preloadAll(): Promise<void> {
  // Parts that could not be loaded are requested again the next time.
  for (const preload of preloads)
    await preload().then(
      () => preloads.delete(preload),
      () => undefined,
    );
}
