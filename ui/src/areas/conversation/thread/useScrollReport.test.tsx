// Tests of when the core gets the scroll position of a thread.
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../test/fakeCore';
import { CoreProvider } from '../../../core/react';
import { useScrollReport } from './useScrollReport';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reporting(kept = 0) {
  const core = new FakeCore();
  const wrapper = ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>;
  const { result, unmount } = renderHook(() => useScrollReport('P1', kept), { wrapper });
  const reported = () => core.intents.map((intent) => 'scrollTop' in intent && intent.scrollTop);
  return { scroll: (top: number | null) => result.current(top), unmount, reported };
}

test('scrolling is reported once, with the position where it ended', () => {
  const { scroll, reported } = reporting();
  for (const top of [100, 200, 300]) {
    scroll(top);
    vi.advanceTimersByTime(100);
  }
  expect(reported()).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(reported()).toEqual([300]);
});

test('a scroll position that the core already has is not reported', () => {
  const { scroll, reported } = reporting();
  scroll(null);
  vi.advanceTimersByTime(150);
  scroll(100);
  scroll(null);
  vi.advanceTimersByTime(150);
  expect(reported()).toEqual([]);
  scroll(0);
  vi.advanceTimersByTime(150);
  expect(reported()).toEqual([1]);
});

test('closing the conversation or leaving the page reports the position at once and only once', () => {
  const closed = reporting();
  closed.scroll(100);
  closed.unmount();
  vi.advanceTimersByTime(150);
  expect(closed.reported()).toEqual([100]);

  const left = reporting();
  left.scroll(200);
  window.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(150);
  expect(left.reported()).toEqual([200]);
});
