// One second hand for the whole page. Every timer and countdown is told by the same hand and reads the same clock: the page's own, corrected by what the
// server says. While an agent works the timer worker moves it, because hidden pages have their own timers throttled; else an interval does, as long as
// somebody listens. No component keeps an interval of its own.

type Listener = (now: number) => void;

const listeners = new Set<Listener>();
let interval: number | undefined;
let isDriven = false;
let clockOffset = 0;

/** Milliseconds since 1970 as the server counts them. */
export function currentTime(): number {
  return Date.now() + clockOffset;
}

export function setClockOffset(milliseconds: number): void {
  clockOffset = milliseconds;
  tellEverybody();
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

/** From now on, until it is said otherwise, `tick` is called every second. */
export function driveTicker(driven: boolean): void {
  isDriven = driven;
  adjustInterval();
}

export function tick(): void {
  if (isDriven) tellEverybody();
}

function adjustInterval(): void {
  const needed = listeners.size > 0 && !isDriven;
  if (needed && interval === undefined) interval = window.setInterval(tellEverybody, 1000);
  if (needed || interval === undefined) return;
  window.clearInterval(interval);
  interval = undefined;
}

function tellEverybody(): void {
  const now = currentTime();
  listeners.forEach((listener) => listener(now));
}
