import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentTime, everySecond } from '../page/ticker';
import { TimerPort } from './timer';

class FakeWorker {
  static made: FakeWorker[] = [];
  readonly posted: number[] = [];
  terminated = false;
  onmessage: ((event: { data: 'wake' | 'beat' }) => void) | null = null;

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(afterMs: number): void {
    this.posted.push(afterMs);
  }

  terminate(): void {
    this.terminated = true;
  }
}

beforeEach(() => {
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const theWorker = (): FakeWorker => FakeWorker.made[0] ?? expect.fail('no worker was started');

describe('the wake-up', () => {
  test('uses one worker, which is started by the first wake-up', () => {
    const wake = vi.fn();
    const timer = new TimerPort(wake, vi.fn());
    timer.wakeAfter(-1);
    expect(FakeWorker.made).toHaveLength(0);
    timer.wakeAfter(500);
    timer.wakeAfter(700);
    expect(FakeWorker.made).toHaveLength(1);
    expect(theWorker().posted).toEqual([500, 700]);
    theWorker().onmessage?.({ data: 'wake' });
    expect(wake).toHaveBeenCalledTimes(1);
  });

  test('ends with its worker', () => {
    const timer = new TimerPort(vi.fn(), vi.fn());
    timer.wakeAfter(500);
    timer.stop();
    expect(theWorker().terminated).toBe(true);
    timer.wakeAfter(500);
    expect(FakeWorker.made).toHaveLength(2);
  });

  test('comes from the worker, which hidden pages do not throttle, and after the end of the session from the page [SES-044]', () => {
    const ticks: number[] = [];
    const stopped = everySecond((now) => ticks.push(now));
    const timer = new TimerPort(vi.fn(), vi.fn());
    timer.wakeAfter(500);
    vi.advanceTimersByTime(3_000);
    expect(ticks).toHaveLength(1);
    theWorker().onmessage?.({ data: 'beat' });
    expect(ticks.slice(1)).toEqual([currentTime()]);
    timer.stop();
    vi.advanceTimersByTime(2_000);
    expect(ticks).toHaveLength(4);
    stopped();
    vi.advanceTimersByTime(2_000);
    expect(ticks).toHaveLength(4);
  });

  test('reports no sleep after a gap of 20 s', () => {
    const slept = vi.fn();
    new TimerPort(vi.fn(), slept).wakeAfter(500);
    vi.advanceTimersByTime(20_000);
    theWorker().onmessage?.({ data: 'beat' });
    expect(slept).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_001);
    theWorker().onmessage?.({ data: 'beat' });
    expect(slept).toHaveBeenCalledExactlyOnceWith(20_001);
  });

  test('reports a long gap between beats once as sleep', () => {
    const slept = vi.fn();
    const timer = new TimerPort(vi.fn(), slept);
    timer.wakeAfter(500);
    vi.advanceTimersByTime(5_000);
    theWorker().onmessage?.({ data: 'beat' });
    expect(slept).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3_600_000);
    theWorker().onmessage?.({ data: 'beat' });
    expect(slept).toHaveBeenCalledExactlyOnceWith(3_600_000);
  });
});
