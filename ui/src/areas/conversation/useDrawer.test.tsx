// The drawer beside the thread: search, files or the details, one at a time.
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useMediaQuery } from '../../design/useMediaQuery';
import { useDrawer } from './useDrawer';

vi.mock('../../design/useMediaQuery', () => ({ useMediaQuery: vi.fn() }));

function drawer(narrow: ReadonlyArray<string>, contextOpen = false) {
  vi.mocked(useMediaQuery).mockImplementation((name) => narrow.includes(name));
  const onToggleContext = vi.fn();
  const onClosed = vi.fn();
  const { result, rerender } = renderHook(
    (details) => useDrawer<'search' | 'media'>({ contextOpen: details, onToggleContext }, onClosed),
    { initialProps: contextOpen },
  );
  return { result, onToggleContext, onClosed, setDetails: rerender };
}

test('when a message is shown, a drawer over the thread is closed and a drawer next to the thread stays', () => {
  const over = drawer(['below-desktop']);
  act(() => over.result.current.toggle('search'));
  act(() => void over.result.current.uncover());
  expect(over.result.current.open).toBeUndefined();
  const beside = drawer([]);
  act(() => beside.result.current.toggle('search'));
  act(() => void beside.result.current.uncover());
  expect(beside.result.current.open).toBe('search');
});

test('the same key closes the drawer, the key of another drawer replaces it, and details in a drawer are closed', () => {
  const { result, onToggleContext, onClosed } = drawer(['below-three-columns'], true);
  act(() => result.current.toggle('search'));
  expect(onToggleContext).toHaveBeenCalledTimes(1);
  act(() => result.current.toggle('media'));
  expect(result.current.open).toBe('media');
  expect(onClosed).not.toHaveBeenCalled();
  act(() => result.current.toggle('media'));
  expect(result.current.open).toBeUndefined();
  expect(onClosed).toHaveBeenCalledTimes(1);
});

test('details in their own column stay open', () => {
  const { result, onToggleContext } = drawer([], true);
  act(() => result.current.toggle('media'));
  expect(onToggleContext).not.toHaveBeenCalled();
});

test('opening details in a drawer closes the open drawer, and opening details in their own column does not', () => {
  const over = drawer(['below-three-columns']);
  act(() => over.result.current.toggle('search'));
  over.setDetails(true);
  expect(over.result.current.open).toBeUndefined();
  const beside = drawer([]);
  act(() => beside.result.current.toggle('search'));
  beside.setDetails(true);
  expect(beside.result.current.open).toBe('search');
});
