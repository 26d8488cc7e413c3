// The core keeps one number for where the reader of a thread is, and 0 from the beginning: so 0 is the end, where a thread opens, and the topmost
// place is 1.

export function keptPosition(scrollTop: number | null): number {
  return scrollTop === null ? 0 : Math.max(1, Math.round(scrollTop));
}

export function shownPosition(kept: number): number | null {
  return kept <= 0 ? null : kept;
}
