// A key that would end something warns first: a second press within two seconds acts (ui §1.8).
import { useEffect, useState } from 'react';

const confirmWithinMs = 2_000;

export function useSecondPress(onFirst: () => void, onSecond: () => void): { waiting: boolean; press: () => void } {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = window.setTimeout(() => setWaiting(false), confirmWithinMs);
    return () => window.clearTimeout(timer);
  }, [waiting]);
  const press = (): void => {
    if (waiting) onSecond();
    else onFirst();
    setWaiting(!waiting);
  };
  return { waiting, press };
}
