// The core's wake-up timer and the page's one-second tick, both in a worker, and the detection of sleep.
import { driveTicker, tick } from '../page/ticker';

/** Beats arrive every second; a longer gap means that the computer slept or the page was frozen. */
const sleepAfterMs = 20_000;

export class TimerPort {
  private worker: Worker | null = null;
  private lastBeat = Date.now();

  constructor(
    private readonly wake: () => void,
    private readonly slept: (ms: number) => void,
  ) {}

  wakeAfter(afterMs: number): void {
    if (this.worker === null) {
      if (afterMs < 0) return;
      this.worker = this.start();
    }
    this.worker.postMessage(afterMs);
  }

  /** After log-off no timer is needed (SES-040). */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    driveTicker(false);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./wakeWorker.ts', import.meta.url));
    this.lastBeat = Date.now();
    driveTicker(true);
    worker.onmessage = ({ data }: MessageEvent<'wake' | 'beat'>) => {
      const now = Date.now();
      const gapMs = now - this.lastBeat;
      if (data === 'beat') this.lastBeat = now;
      if (gapMs > sleepAfterMs) {
        this.lastBeat = now;
        this.slept(gapMs);
      }
      if (data === 'wake') this.wake();
      else tick();
    };
    return worker;
  }
}
