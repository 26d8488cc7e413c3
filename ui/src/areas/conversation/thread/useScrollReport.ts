// Reports the scroll position of a thread to the core when the thread rests: a report renders the whole attendance again and stores its
// record.
import { useCallback, useEffect, useRef } from 'react';
import { useIntent } from '../../../core/react';
import { keptPosition } from './scrollPosition';

/** A thread that has not moved for this long rests. */
const restMs = 150;

/** `kept`: the position that the core has. Returns a function for each new position; null is the end. */
export function useScrollReport(protocol: string, kept: number): (scrollTop: number | null) => void {
  const intend = useIntent();
  const position = useRef({ reported: kept, latest: kept });
  const timer = useRef<number>(undefined);
  const report = useCallback(() => {
    window.clearTimeout(timer.current);
    const { reported, latest } = position.current;
    if (latest === reported) return;
    position.current = { reported: latest, latest };
    intend({ area: 'jobs', type: 'scrollChanged', protocol, scrollTop: latest });
  }, [intend, protocol]);
  useEffect(() => {
    window.addEventListener('pagehide', report);
    return () => {
      window.removeEventListener('pagehide', report);
      report();
    };
  }, [report]);
  return useCallback(
    (scrollTop) => {
      position.current = { ...position.current, latest: keptPosition(scrollTop) };
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(report, restMs);
    },
    [report],
  );
}
