// The clock that the core uses in the page. It stops while frames are measured and advances between them, so that a run
// at full speed has the same timers as a link with 100 frames a second. The measurement uses the real clock.
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
