// The core stores the scroll position of a thread as one number that starts as 0. A thread opens at its end, so 0 means the end, and 1 the top.
import type { Core } from '../../../core/host';

export function keptPosition(scrollTop: number | null): number {
  return scrollTop === null ? 0 : Math.max(1, Math.round(scrollTop));
}

export function shownPosition(kept: number): number | null {
  return kept <= 0 ? null : kept;
}

/**
 * The message at the top of the log. The position in pixels would show another message when the thread is shown again, because heights are estimates
 * until a message was drawn.
 */
export interface ReadingPlace {
  id: string;
  /** Distance of the message's beginning above the top, in CSS pixels. */
  offset: number;
}

/** Kept only in this page: after a reload the position in pixels is used, which the core stores. */
const placesOf = new WeakMap<Core, Map<string, ReadingPlace>>();
/** Older positions are deleted. */
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
