// What hangs from a control (a menu, a tooltip) is drawn inside the landmark or dialog of that control, so that no part of the page stands outside all of
// them.
import { useCallback, useRef, useState } from 'react';

const landmarks = 'nav, header, main, section[aria-label], aside, [role="dialog"], [role="alertdialog"]';

export interface Landmark {
  landmark: HTMLElement | null;
  setTrigger: (element: HTMLElement | null) => void;
  /** To be told when the thing opens and closes. */
  findLandmark: (open: boolean) => void;
}

export function useLandmark(): Landmark {
  const trigger = useRef<HTMLElement | null>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const setTrigger = useCallback((element: HTMLElement | null) => {
    trigger.current = element;
  }, []);
  const findLandmark = useCallback((open: boolean) => {
    if (open) setLandmark(trigger.current?.closest<HTMLElement>(landmarks) ?? null);
  }, []);
  return { landmark, setTrigger, findLandmark };
}
