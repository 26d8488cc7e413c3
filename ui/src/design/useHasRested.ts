// Whether a component has been shown for a short time: parts that are not visible at first are rendered only then, so that the visible parts appear
// sooner and an agent who only passes by does not wait for them.
import { startTransition, useEffect, useState } from 'react';

const restMs = 300;

/** False until the component has been mounted for `restMs`. */
export function useHasRested(): boolean {
  const [hasRested, setHasRested] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => startTransition(() => setHasRested(true)), restMs);
    return () => window.clearTimeout(timer);
  }, []);
  return hasRested;
}
