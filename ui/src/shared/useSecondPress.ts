// A key that ends something acts when it is pressed twice within two seconds (ui §1.8): the first press only warns.
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
    setWaiting(!waiting);
    (waiting ? onSecond : onFirst)();
  };
  return { waiting, press };
}
