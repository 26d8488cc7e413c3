// Reports that the agent uses the page: a key, the pointer, the wheel or a touch, at most ten times a second. Events
// that the page causes itself do not count.

const shortestGapMs = 100;
const events = ['keydown', 'pointerdown', 'wheel', 'touchstart', 'click'] as const;

/** `now`: milliseconds of a clock that never goes back. */
export function watchActivity(target: EventTarget, report: () => void, now: () => number): void {
  let reportedAt = -Infinity;
  const used = (event: Event): void => {
    if (!event.isTrusted || now() - reportedAt < shortestGapMs) return;
    reportedAt = now();
    report();
  };
  for (const name of events) target.addEventListener(name, used, { capture: true, passive: true });
}
