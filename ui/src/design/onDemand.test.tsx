// A part that comes later: shown when it arrived, asked for again when it did not.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onDemand } from './onDemand';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const Greeting = ({ name }: { name: string }) => <p>{name}</p>;
const after = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

test('shows nothing until it arrived, then itself, and at once the next time', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting));
  const Part = onDemand(load);
  const { container, unmount } = render(<Part name="Ana" />);
  expect(container).toBeEmptyDOMElement();
  await after(0);
  expect(screen.getByText('Ana')).toBeInTheDocument();
  unmount();
  render(<Part name="Bruno" />);
  expect(screen.getByText('Bruno')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('is asked for again while it is waited for, and not after that', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValue(new Error('no connection'));
  const Part = onDemand(load);
  const { unmount } = render(<Part name="Ana" />);
  await after(0);
  await after(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue(Greeting);
  await after(2_000);
  expect(screen.getByText('Ana')).toBeInTheDocument();
  unmount();

  const never = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValue(new Error('no connection'));
  const Missing = onDemand(never);
  render(<Missing name="Ana" />).unmount();
  await after(10_000);
  expect(never).toHaveBeenCalledTimes(1);
});
