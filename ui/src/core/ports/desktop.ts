// Notifications of the operating system. The core decides which ones to show and for how long; this port shows and closes them and reports
// permission and clicks. If the browser has no notifications or refuses them, nothing happens (NOT-008).
import type { DesktopPermission } from 'core-wasm';

export interface DesktopNotification {
  tag: string;
  title: string;
  body: string;
  requiresInteraction: boolean;
}

export interface DesktopEvents {
  /** `answer`: the result of a permission request. */
  permission: (permission: DesktopPermission, answer: boolean) => void;
  clicked: (tag: string) => void;
}

export class DesktopPort {
  private readonly shown = new Map<string, Notification>();
  private reported: DesktopPermission | undefined;

  constructor(private readonly events: DesktopEvents) {}

  /** The agent may have changed the permission in the browser's settings. */
  checkPermission(): void {
    const permission = currentPermission();
    if (permission !== this.reported) this.reportPermission(permission, false);
  }

  ask(): void {
    if (typeof Notification === 'undefined') return;
    const answered = (): void => this.reportPermission(currentPermission(), true);
    // A browser that requires a click rejects the request.
    Notification.requestPermission().then(answered, answered);
  }

  show({ tag, title, body, requiresInteraction }: DesktopNotification): void {
    if (currentPermission() !== 'granted') return;
    try {
      // The page plays its own sound, at the agent's volume.
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
        this.events.clicked(tag);
      };
      notification.onclose = () => {
        if (this.shown.get(tag) === notification) this.shown.delete(tag);
      };
    } catch {
      // Chromium on Android shows notifications from a service worker only.
    }
  }

  close(tag: string): void {
    this.shown.get(tag)?.close();
    this.shown.delete(tag);
  }

  /** Closes the notifications when the agent leaves the page: they could no longer be clicked. */
  closeAll(): void {
    for (const tag of [...this.shown.keys()]) this.close(tag);
  }

  private reportPermission(permission: DesktopPermission, answer: boolean): void {
    this.reported = permission;
    this.events.permission(permission, answer);
  }
}

function currentPermission(): DesktopPermission {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
