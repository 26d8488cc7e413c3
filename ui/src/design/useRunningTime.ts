// A running time. The text node is updated directly once a second: React renders it only when its reference time
// changes.
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { formatDuration, type DurationShape } from '../i18n/format';
import { everySecond } from '../core/page/ticker';

/** The element that shows the time. `measure` gives the milliseconds between the moment and now and stays the same function. */
export function useRunningTime(
  measure: (moment: number, now: number) => number,
  moment: number,
  shape: DurationShape,
): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      everySecond((now) => {
        if (element.current !== null) element.current.textContent = formatDuration(measure(moment, now), shape);
      }),
    [measure, moment, shape],
  );
  return element;
}
