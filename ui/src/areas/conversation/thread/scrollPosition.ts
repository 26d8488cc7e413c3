// The core stores the scroll position of a thread as one number that starts as 0. A thread opens at its end, so 0 means the end, and 1 the top.

export function keptPosition(scrollTop: number | null): number {
  return scrollTop === null ? 0 : Math.max(1, Math.round(scrollTop));
}

export function shownPosition(kept: number): number | null {
  return kept <= 0 ? null : kept;
}
