// The order of a list while the pointer is in it: kept, but not for longer than ten seconds.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHeldOrder } from './useHeldOrder';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function list(keys: ReadonlyArray<string>) {
  const { result, rerender } = renderHook((current: ReadonlyArray<string>) => useHeldOrder(current), {
    initialProps: keys,
  });
  return {
    change: rerender,
    hold: (inside: boolean) => act(() => result.current.hold(inside)),
    order: () => result.current.order,
  };
}
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('given a pointer that stays in the list, then after ten seconds the new order is shown', () => {
  const { change, hold, order } = list(['a', 'b']);
  hold(true);
  change(['c', 'b', 'a']);
  pass(9_999);
  expect(order()).toEqual(['a', 'b', 'c']);
  pass(1);
  expect(order()).toEqual(['c', 'b', 'a']);
});

test('given a pointer that leaves and comes back, then the ten seconds begin again', () => {
  const { change, hold, order } = list(['a', 'b']);
  hold(true);
  pass(8_000);
  hold(false);
  hold(true);
  change(['b', 'a']);
  pass(8_000);
  expect(order()).toEqual(['a', 'b']);
  pass(2_000);
  expect(order()).toEqual(['b', 'a']);
});

test('given a list whose order is not held, then no timer runs', () => {
  const { change } = list(['a', 'b']);
  change(['b', 'a']);
  expect(vi.getTimerCount()).toBe(0);
});
