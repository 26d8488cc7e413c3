// The real SDK requests flags from a service that never answers; only the network is a fake.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flagsOf } from './flags';

beforeEach(() => {
  vi.useFakeTimers();
  const neverAnswers = (_input: unknown, init?: RequestInit): Promise<Response> =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  vi.stubGlobal('fetch', vi.fn(neverAnswers));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the SDK waits 2 s for the flag service and no longer [SEC-011]', async () => {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  const asked = flagsOf('https://flags.example', 'key', ['reports']).then(end, end);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(fetch).toHaveBeenCalledOnce();
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toBe(true);
  await asked;
});
