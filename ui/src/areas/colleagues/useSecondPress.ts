// A key that acts when it is pressed twice within two seconds (ui §1.8).
import { useEffect, useState } from 'react';

const withinMs = 2000;

export function useSecondPress(onFirst: () => void, onSecond: () => void): { waiting: boolean; press: () => void } {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setWaiting(false), withinMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  const press = (): void => {
    setWaiting(!waiting);
    (waiting ? onSecond : onFirst)();
  };
  return { waiting, press };
}
