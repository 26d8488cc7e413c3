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

export interface OpenInLandmark extends Omit<Landmark, 'findLandmark'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The same for what can be told whether it is open: it is drawn in its landmark from the first moment. Radix tells of an opening only after it has drawn,
 * so that the thing would be drawn twice, and the first one, when it goes, would take the focus from the second.
 */
export function useOpenInLandmark(): OpenInLandmark {
  const { landmark, setTrigger, findLandmark } = useLandmark();
  const [open, setOpen] = useState(false);
  const onOpenChange = useCallback(
    (next: boolean) => {
      findLandmark(next);
      setOpen(next);
    },
    [findLandmark],
  );
  return { landmark, setTrigger, open, onOpenChange };
}
