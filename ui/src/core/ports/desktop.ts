// Notifications outside the page. What is shown, when and for how long is decided in the core; this shows and closes it and passes on what the browser
// and the agent say. Where the browser has no notifications, or refuses, nothing happens (NOT-008).
import type { DesktopPermission } from 'core-wasm';

export interface DesktopWords {
  tag: string;
  title: string;
  body: string;
  requiresInteraction: boolean;
}

export interface DesktopNews {
  /** `answer`: what came of asking. */
  permission: (permission: DesktopPermission, answer: boolean) => void;
  clicked: (tag: string) => void;
}

export class DesktopPort {
  private readonly shown = new Map<string, Notification>();
  private told: DesktopPermission | undefined;

  constructor(private readonly news: DesktopNews) {}

  /** The agent may have changed it in the browser's settings meanwhile. */
  look(): void {
    const permission = currentPermission();
    if (permission !== this.told) this.tell(permission, false);
  }

  ask(): void {
    if (typeof Notification === 'undefined') return;
    const answered = (): void => this.tell(currentPermission(), true);
    // A browser that wants a click for it refuses.
    Notification.requestPermission().then(answered, answered);
  }

  show({ tag, title, body, requiresInteraction }: DesktopWords): void {
    if (currentPermission() !== 'granted') return;
    try {
      // The page sounds by itself, at the volume that the agent chose.
      const notification = new Notification(title, {
        tag,
        body,
        requireInteraction: requiresInteraction,
        silent: true,
      });
      this.shown.set(tag, notification);
      notification.onclick = () => {
        window.focus();
        notification.close();
        this.news.clicked(tag);
      };
      notification.onclose = () => {
        if (this.shown.get(tag) === notification) this.shown.delete(tag);
      };
    } catch {
      // Chromium on Android shows them from a service worker only.
    }
  }

  close(tag: string): void {
    this.shown.get(tag)?.close();
    this.shown.delete(tag);
  }

  /** The page goes: what nobody can answer any more goes with it. */
  closeAll(): void {
    for (const tag of [...this.shown.keys()]) this.close(tag);
  }

  private tell(permission: DesktopPermission, answer: boolean): void {
    this.told = permission;
    this.news.permission(permission, answer);
  }
}

function currentPermission(): DesktopPermission {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
