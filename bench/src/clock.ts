// The page's clock as the core sees it: it stands while frames are measured and is moved between them, so that a run at full speed meets the same
// timers as a link with 100 frames a second. The stop watch keeps the real one.
const real = performance.now.bind(performance);
let moved = real();

export const stopWatch = real;
export const coreClock = (): number => moved;

export function takeOverClock(): void {
  performance.now = coreClock;
}

export function moveClock(ms: number): void {
  moved += ms;
}
