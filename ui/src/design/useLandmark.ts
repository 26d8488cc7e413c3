// Menus and tooltips are drawn inside the landmark or dialog of their control, so that all content belongs to a landmark.
import { useCallback, useRef, useState, type RefObject } from 'react';

const landmarks = 'nav, header, main, section[aria-label], aside, [role="dialog"], [role="alertdialog"]';

export interface Landmark {
  trigger: RefObject<HTMLElement | null>;
  /** The container of the layer; null (the body) until the layer has been opened. */
  landmark: HTMLElement | null;
  findLandmark: (open: boolean) => void;
}

/** Call `findLandmark` when the layer opens. */
export function useLandmark(): Landmark {
  const trigger = useRef<HTMLElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const findLandmark = useCallback((open: boolean) => {
    if (open) setLandmark(trigger.current?.closest<HTMLElement>(landmarks) ?? null);
  }, []);
  return { trigger, landmark, findLandmark };
}

export interface OpenInLandmark extends Omit<Landmark, 'findLandmark'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Like `useLandmark`, for a controlled layer. Opening and container change in one render: otherwise the layer would be
 * rendered in the body first, and its removal from there would move the focus.
 */
export function useOpenInLandmark(): OpenInLandmark {
  const { trigger, landmark, findLandmark } = useLandmark();
  const [open, setOpen] = useState(false);
  const onOpenChange = useCallback(
    (next: boolean) => {
      findLandmark(next);
      setOpen(next);
    },
    [findLandmark],
  );
  return { trigger, landmark, open, onOpenChange };
}
