// When the page hears of what is new. What the agent did shows at once; what comes by itself is told once for each refresh of the screen, however many
// frames arrived since the last: nobody sees what is drawn in between, and under a flood it costs the page's time.

/** A page that is not refreshed (covered by another, on a stopped screen) hears it nevertheless. */
const latestMs = 50;

export class Refresh {
  private frame: number | undefined;
  private timer: number | undefined;

  constructor(private readonly tell: () => void) {}

  soon(): void {
    if (document.visibilityState === 'hidden') return this.now();
    this.frame ??= window.requestAnimationFrame(() => this.now());
    this.timer ??= window.setTimeout(() => this.now(), latestMs);
  }

  now(): void {
    if (this.frame !== undefined) window.cancelAnimationFrame(this.frame);
    window.clearTimeout(this.timer);
    this.frame = undefined;
    this.timer = undefined;
    this.tell();
  }
}
