// Reports to the core the last message that the agent sees in the conversation: messages that stay visible count as
// read (ui-day §2).
import { useCallback, useEffect, useRef } from 'react';
import { useIntent } from '../../../core/react';

/** While the agent scrolls, the place changes with every frame. */
const restMs = 150;

/**
 * Returns the function for each new last visible message. The first call reports at once; messages below that one were not
 * seen.
 */
export function useViewedReport(protocol: string): (localId: string) => void {
  const intend = useIntent();
  const isFirst = useRef(true);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (localId) => {
      const tell = (): void => intend({ area: 'jobs', type: 'viewedTo', protocol, localId });
      window.clearTimeout(timer.current);
      if (isFirst.current) tell();
      else timer.current = window.setTimeout(tell, restMs);
      isFirst.current = false;
    },
    [intend, protocol],
  );
}
