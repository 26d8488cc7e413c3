// A lazy part: rendered when it has been loaded, requested again if that failed.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyArea } from './lazyArea';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const Greeting = ({ name }: { name: string }) => <p>{name}</p>;
const after = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

test('a lazy component renders nothing until it is loaded, and later renders immediately', async () => {
  const load = vi.fn(() => Promise.resolve({ Greeting }));
  const Part = lazyArea(load, { component: 'Greeting', words: [] });
  const { container, unmount } = render(<Part name="Ana" />);
  expect(container).toBeEmptyDOMElement();
  await after(0);
  expect(screen.getByText('Ana')).toBeInTheDocument();
  unmount();
  render(<Part name="Bruno" />);
  expect(screen.getByText('Bruno')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a component that failed to load is requested again while it is mounted, and not after that', async () => {
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>().mockRejectedValue(new Error('no connection'));
  const Part = lazyArea(load, { component: 'Greeting', words: [] });
  const { unmount } = render(<Part name="Ana" />);
  await after(0);
  await after(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue({ Greeting });
  await after(2_000);
  expect(screen.getByText('Ana')).toBeInTheDocument();
  unmount();

  const never = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>().mockRejectedValue(new Error('no connection'));
  const Missing = lazyArea(never, { component: 'Greeting', words: [] });
  render(<Missing name="Ana" />).unmount();
  await after(10_000);
  expect(never).toHaveBeenCalledTimes(1);
});
