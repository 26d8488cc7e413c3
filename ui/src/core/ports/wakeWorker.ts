// A classic worker with one timeout and a beat every second. Browsers throttle the timers of hidden pages to one a minute, not those of workers. Delays
// above the maximum of a timeout are shortened; the core accepts an early wake-up.
const longestDelay = 2 ** 31 - 1;
const beatEvery = 1_000;

let pending: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data: afterMs }: MessageEvent<number>): void => {
  if (pending !== undefined) clearTimeout(pending);
  pending = afterMs < 0 ? undefined : setTimeout(() => self.postMessage('wake'), Math.min(afterMs, longestDelay));
};

// One beat a second drives all timers of the page; a gap over 20 s means that the computer slept.
setInterval(() => self.postMessage('beat'), beatEvery);
