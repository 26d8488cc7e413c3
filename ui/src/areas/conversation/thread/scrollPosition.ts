// The core stores the scroll position of a thread as one number that starts as 0. A thread opens at its end, so 0 means the end, and 1 the top.
import type { Core } from '../../../core/host';

export function keptPosition(scrollTop: number | null): number {
  return scrollTop === null ? 0 : Math.max(1, Math.round(scrollTop));
}

export function shownPosition(kept: number): number | null {
  return kept <= 0 ? null : kept;
}

/** The message at the top of the log. Pixels lead to another one when the thread is shown again, because heights are estimates until a message was drawn. */
export interface ReadingPlace {
  id: string;
  /** How far the message begins above the top, in CSS pixels. */
  offset: number;
}

/** Of this page only: after a reload there are the pixels, which the core stores. */
const placesOf = new WeakMap<Core, Map<string, ReadingPlace>>();
/** Older ones are forgotten. */
const mostPlaces = 50;

export function readingPlace(core: Core, protocol: string): ReadingPlace | undefined {
  return placesOf.get(core)?.get(protocol);
}

export function keepReadingPlace(core: Core, protocol: string, place: ReadingPlace | undefined): void {
  const places = placesOf.get(core) ?? new Map<string, ReadingPlace>();
  placesOf.set(core, places);
  places.delete(protocol);
  if (place !== undefined) places.set(protocol, place);
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
}
