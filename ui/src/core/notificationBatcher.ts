// Decides when the listeners of changed slices are called: at once after an input of the agent or the page, otherwise once per animation frame,
// however many broker frames arrived meanwhile.

/** For a page without animation frames, for example a covered one. */
const maxDelayMs = 50;

export class NotificationBatcher {
  private frame: number | undefined;
  private timer: number | undefined;

  constructor(private readonly notify: () => void) {}

  notifySoon(): void {
    if (document.visibilityState === 'hidden') return this.notifyNow();
    this.frame ??= window.requestAnimationFrame(() => this.notifyNow());
    this.timer ??= window.setTimeout(() => this.notifyNow(), maxDelayMs);
  }

  notifyNow(): void {
    if (this.frame !== undefined) window.cancelAnimationFrame(this.frame);
    window.clearTimeout(this.timer);
    this.frame = undefined;
    this.timer = undefined;
    this.notify();
  }
}
