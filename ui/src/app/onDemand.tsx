// Parts of the workspace that come when they are first needed, or before that when the page has nothing else to do. A part that does not arrive (an
// outage) is asked for again while somebody waits for it; nothing else breaks meanwhile.
import { useEffect, useState, type ComponentType } from 'react';

const askAgainAfterMs = 2_000;

const parts = new Set<() => Promise<void>>();

export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let arrived: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<void> => {
    arrived = await load();
  };
  parts.add(fetchPart);

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => arrived);
    useEffect(() => {
      if (Part !== null) return undefined;
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
    }, [Part]);
    return Part === null ? null : <Part {...props} />;
  };
}

/** Every part, one after another, once the page has nothing else to do: an outage, or a new version on the server, later finds nothing missing. */
export function useSpareTimeForParts(): void {
  useEffect(() => {
    const request = window.requestIdleCallback(() => void fetchAll());
    return () => window.cancelIdleCallback(request);
  }, []);
}

async function fetchAll(): Promise<void> {
  for (const fetchPart of parts) await fetchPart().catch(() => undefined);
}
