// Tests of when the listeners of changed slices are called.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationBatcher } from './notificationBatcher';

let visibility: DocumentVisibilityState;

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function counted(): { batcher: NotificationBatcher; calls: ReturnType<typeof vi.fn<() => void>> } {
  const calls = vi.fn<() => void>();
  return { batcher: new NotificationBatcher(calls), calls };
}

test('many changes before an animation frame cause one notification, in that frame', () => {
  const { batcher, calls } = counted();
  batcher.notifySoon();
  batcher.notifySoon();
  batcher.notifySoon();
  expect(calls).not.toHaveBeenCalled();
  vi.advanceTimersToNextFrame();
  expect(calls).toHaveBeenCalledTimes(1);
  // Neither the time limit nor another frame repeats the notification.
  vi.advanceTimersByTime(1000);
  expect(calls).toHaveBeenCalledTimes(1);
});

test('a change after a frame is notified in the next frame', () => {
  const { batcher, calls } = counted();
  batcher.notifySoon();
  vi.advanceTimersToNextFrame();
  batcher.notifySoon();
  expect(calls).toHaveBeenCalledTimes(1);
  vi.advanceTimersToNextFrame();
  expect(calls).toHaveBeenCalledTimes(2);
});

test('without animation frames the notification follows after 50 ms, once', () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  const { batcher, calls } = counted();
  batcher.notifySoon();
  vi.advanceTimersByTime(49);
  expect(calls).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(calls).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(calls).toHaveBeenCalledTimes(1);
});

test('a hidden page is notified at once, because it has no animation frames', () => {
  visibility = 'hidden';
  const { batcher, calls } = counted();
  batcher.notifySoon();
  expect(calls).toHaveBeenCalledTimes(1);
});

test('an input notifies at once, and changes that waited for the frame are not notified again', () => {
  const { batcher, calls } = counted();
  batcher.notifySoon();
  batcher.notifyNow();
  expect(calls).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(calls).toHaveBeenCalledTimes(1);
});
