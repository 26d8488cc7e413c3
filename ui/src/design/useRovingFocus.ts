// One tab stop for a list or grid that Radix has no component for: the arrow keys, Home and End move the focus between its items. Each item carries its
// key in `data-item`; its first link or button takes the focus, or the item itself if it has a tabindex. Items may be drawn later (virtual lists).
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

export interface RovingItems {
  count: number;
  /** The key of the item at an index; null if the item takes no focus (a heading). */
  keyAt: (index: number) => string | null;
  /** Number of items in a row of a grid; a list has one, and only the up and down arrows move in it. */
  columns?: number;
  /** The tab stop until an item has had the focus. */
  preferred?: string | null;
  /** The indexes that are rendered; all of them if undefined. */
  drawn?: ReadonlyArray<number>;
  /**
   * Whether items have several controls: then the arrow keys move from the second control of an item to the second control
   * of the next item.
   */
  keepsControl?: boolean;
  /** Renders an item that is not rendered yet. */
  reveal?: (index: number) => void;
}

export interface RovingFocus {
  /** The key of the one item with `tabIndex` 0. */
  tabStop: string | null;
  /** Focuses an item; does nothing if there is none at this index. */
  focusAt: (index: number) => void;
  /** Moves the tab stop to the first item. */
  reset: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

export function useRovingFocus(container: RefObject<HTMLElement | null>, items: RovingItems): RovingFocus {
  const { count, keyAt, columns = 1, preferred = null, keepsControl = false, reveal } = items;
  const drawn = items.drawn ?? Array.from({ length: count }, (_, index) => index);
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  const wanted = useRef<{ key: string; place: number } | null>(null);

  const drawnKeys = drawn.map(keyAt).filter((key) => key !== null);
  const tabStop =
    [lastFocused, preferred].find((key) => key !== null && drawnKeys.includes(key)) ?? drawnKeys[0] ?? null;

  // The item may be rendered later than the key press.
  useEffect(() => {
    if (wanted.current === null) return;
    const control = controlOf(container.current, wanted.current.key, wanted.current.place);
    if (control === null) return;
    wanted.current = null;
    control.focus();
  });

  const focusAt = (index: number, place = 0): void => {
    const key = index >= 0 && index < count ? keyAt(index) : null;
    if (key === null) return;
    wanted.current = { key, place };
    setLastFocused(key);
    reveal?.(index);
    controlOf(container.current, key, place)?.focus();
  };
  return {
    tabStop,
    focusAt: (index) => focusAt(index),
    reset: () => setLastFocused(null),
    onKeyDown: (event) => {
      const target = targetOfKey(event.key, { count, keyAt, columns }, itemKeyOf(event.target));
      if (target === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      focusAt(target, keepsControl ? placeOf(event.target) : 0);
    },
    onFocus: (event) => {
      const key = itemKeyOf(event.target);
      if (wanted.current?.key === key) wanted.current = null;
      setLastFocused(key);
    },
  };
}

function targetOfKey(
  pressed: string,
  { count, keyAt, columns }: Required<Pick<RovingItems, 'count' | 'keyAt' | 'columns'>>,
  currentKey: string | null,
): number | null {
  const seek = (start: number, step: number): number | null => {
    for (let index = start; index >= 0 && index < count; index += step) if (keyAt(index) !== null) return index;
    return null;
  };
  if (pressed === 'Home') return seek(0, 1);
  if (pressed === 'End') return seek(count - 1, -1);
  const step = stepOfKey(pressed, columns);
  if (step === null) return null;
  let current = -1;
  for (let index = 0; index < count && current < 0; index += 1) if (keyAt(index) === currentKey) current = index;
  return current < 0 ? null : seek(current + step, step);
}

function stepOfKey(pressed: string, columns: number): number | null {
  switch (pressed) {
    case 'ArrowDown':
      return columns;
    case 'ArrowUp':
      return -columns;
    case 'ArrowRight':
      return columns > 1 ? 1 : null;
    case 'ArrowLeft':
      return columns > 1 ? -1 : null;
    default:
      return null;
  }
}

/** The key of the item around an element; null outside of every item. */
export function itemKeyOf(target: EventTarget): string | null {
  return itemOf(target)?.getAttribute('data-item') ?? null;
}

function itemOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('[data-item]') : null;
}

function controlsOf(item: Element): HTMLElement[] {
  if (item instanceof HTMLElement && item.hasAttribute('tabindex')) return [item];
  return Array.from(item.querySelectorAll<HTMLElement>('a[href], button'));
}

/** The position of the focused control among those of its item. */
function placeOf(target: EventTarget): number {
  const item = itemOf(target);
  return item === null ? 0 : Math.max(0, controlsOf(item).indexOf(target as HTMLElement));
}

/** The control at a position of an item; the last control if the item has fewer. */
function controlOf(container: HTMLElement | null, key: string, place: number): HTMLElement | null {
  const items = Array.from(container?.querySelectorAll('[data-item]') ?? []);
  const item = items.find((candidate) => candidate.getAttribute('data-item') === key);
  const controls = item === undefined ? [] : controlsOf(item);
  return controls[Math.min(place, controls.length - 1)] ?? null;
}
