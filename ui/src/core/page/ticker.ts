// One tick per second for every timer and countdown of the page, with one clock: the page's own plus the server's offset. While an agent is signed in the
// timer worker drives it, because browsers throttle the timers of hidden pages; otherwise an interval does, while there are listeners.

type Listener = (now: number) => void;

const listeners = new Set<Listener>();
let interval: number | undefined;
let isDriven = false;
let clockOffset = 0;

/** The server's time, in milliseconds since 1970. */
export function currentTime(): number {
  return Date.now() + clockOffset;
}

export function setClockOffset(milliseconds: number): void {
  clockOffset = milliseconds;
  notifyListeners();
}

/** Calls the listener at once and then every second, until the returned function is called. */
export function everySecond(listener: Listener): () => void {
  listeners.add(listener);
  adjustInterval();
  listener(currentTime());
  return () => {
    listeners.delete(listener);
    adjustInterval();
  };
}

/** While `driven` is true the caller calls `tick` every second and no interval runs. */
export function driveTicker(driven: boolean): void {
  isDriven = driven;
  adjustInterval();
}

export function tick(): void {
  if (isDriven) notifyListeners();
}

function adjustInterval(): void {
  const needed = listeners.size > 0 && !isDriven;
  if (needed && interval === undefined) interval = window.setInterval(notifyListeners, 1000);
  if (needed || interval === undefined) return;
  window.clearInterval(interval);
  interval = undefined;
}

function notifyListeners(): void {
  const now = currentTime();
  listeners.forEach((listener) => listener(now));
}
