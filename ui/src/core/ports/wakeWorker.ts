// A classic worker that keeps one time-out and beats every second. Hidden pages have their timers throttled to one a minute; a worker's go on. Delays longer than
// a time-out can hold are cut short, which the core takes for an early wake-up.
const longestDelay = 2 ** 31 - 1;
const beatEvery = 1_000;

let pending: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data: afterMs }: MessageEvent<number>): void => {
  if (pending !== undefined) clearTimeout(pending);
  pending = afterMs < 0 ? undefined : setTimeout(() => self.postMessage('wake'), Math.min(afterMs, longestDelay));
};

// It moves the page's second hand; and the page compares the clock at each beat: a long silence was sleep.
setInterval(() => self.postMessage('beat'), beatEvery);
