// One second hand for the whole page. Every timer and countdown is told by the same interval, which runs only while somebody listens, and reads
// the same clock: the page's own, corrected by what the server says. No component keeps an interval of its own.

type Listener = (now: number) => void;

const listeners = new Set<Listener>();
let interval: number | undefined;
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
  if (interval === undefined) interval = window.setInterval(tellEverybody, 1000);
  listener(currentTime());
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && interval !== undefined) {
      window.clearInterval(interval);
      interval = undefined;
    }
  };
}

function tellEverybody(): void {
  const now = currentTime();
  listeners.forEach((listener) => listener(now));
}
