// Tests of when a placeholder is visible: not before 150 ms of waiting, and then for at least 300 ms.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePlaceholder } from './Skeleton';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));
const startLoading = () => renderHook(({ loading }) => usePlaceholder(loading), { initialProps: { loading: true } });

test('content that loads within 150 ms shows no skeleton', () => {
  const { result, rerender } = startLoading();
  pass(149);
  expect(result.current).toBe('blank');
  rerender({ loading: false });
  expect(result.current).toBe('content');
  pass(1000);
  expect(result.current).toBe('content');
});

test('a skeleton that has appeared stays for 300 ms, even if the content is loaded at once', () => {
  const { result, rerender } = startLoading();
  pass(150);
  expect(result.current).toBe('skeleton');
  pass(10);
  rerender({ loading: false });
  expect(result.current).toBe('skeleton');
  pass(289);
  expect(result.current).toBe('skeleton');
  pass(1);
  expect(result.current).toBe('content');
});

test('after 300 ms the content replaces it immediately', () => {
  const { result, rerender } = startLoading();
  pass(150 + 300);
  rerender({ loading: false });
  pass(0);
  expect(result.current).toBe('content');
});
