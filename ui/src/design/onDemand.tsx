// Parts of the workspace that come when they are first needed, or before that when the page has nothing else to do. A part that does not arrive (an
// outage) is asked for again while somebody waits for it; nothing else breaks meanwhile.
import { useEffect, useState, type ComponentType } from 'react';
import { withSheets } from './sheets';

const askAgainAfterMs = 2_000;

const parts = new Set<() => Promise<void>>();

export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const usePart = partOnDemand(load);
  return function OnDemand(props: Props) {
    const Part = usePart(true);
    return Part === null ? null : <Part {...props} />;
  };
}

/** Anything else that comes later: null until it is wanted and has arrived. */
export function partOnDemand<Part>(load: () => Promise<Part>): (wanted: boolean) => Part | null {
  let arrived: Part | null = null;
  const fetchPart = async (): Promise<void> => {
    arrived = await withSheets(load);
  };
  parts.add(fetchPart);

  return function usePart(wanted) {
    const [part, setPart] = useState<Part | null>(() => arrived);
    useEffect(() => {
      if (part !== null || !wanted) return undefined;
      let timer = 0;
      let awaited = true;
      const ask = (): void => {
        fetchPart().then(
          () => awaited && setPart(() => arrived),
          () => {
            if (awaited) timer = window.setTimeout(ask, askAgainAfterMs);
          },
        );
      };
      ask();
      return () => {
        awaited = false;
        window.clearTimeout(timer);
      };
    }, [part, wanted]);
    return part;
  };
}

/**
 * Every part, one after another, once what the agent waits for stands and the page has nothing else to do: an outage, or a new version on the server,
 * later finds nothing missing.
 */
export function useSpareTimeForParts(stands: boolean): void {
  useEffect(() => {
    if (!stands) return undefined;
    const request = window.requestIdleCallback(() => void fetchAll());
    return () => window.cancelIdleCallback(request);
  }, [stands]);
}

async function fetchAll(): Promise<void> {
  for (const fetchPart of parts) await fetchPart().catch(() => undefined);
}
