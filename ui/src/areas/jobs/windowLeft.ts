// The remaining time of the conversation window of 24 hours (WAP-028 to WAP-033): the part that a component renders. It changes at most once an hour,
// so that only the text node of the countdown changes every second.
import type { WhatsAppJobView, WindowView } from 'core-wasm';
import { useCallback, useSyncExternalStore } from 'react';
import type { TFunction } from 'i18next';
import { everySecond } from '../../core/page/ticker';

const hourMs = 3_600_000;
/** Below this time the countdown has its warning colour. */
const warningMs = 2 * hourMs;

export type WindowTone = 'plain' | 'warning' | 'danger';

export interface WindowLeft {
  tone: WindowTone;
  /** Remaining whole hours; 0 in the last hour and afterwards. */
  hours: number;
}

/** The window as it is shown: after a template the agent waits for the customer, and nothing has run out. */
export type ShownWindow = WindowView | { state: 'awaited' };

const awaitedWindow: ShownWindow = { state: 'awaited' };

/** The store does not know whether there was a window before the template: in both cases the customer's answer opens the next. */
export function shownWindow({ window, composer }: Pick<WhatsAppJobView, 'window' | 'composer'>): ShownWindow {
  return window.state === 'expired' && composer === 'waitingAnswer' ? awaitedWindow : window;
}

/** Milliseconds until `endsAt`, which is on the page's clock; never negative. */
export function millisecondsLeft(endsAt: number): number {
  return Math.max(0, endsAt - Date.now());
}

export function windowLeft(window: ShownWindow): WindowLeft {
  if (window.state === 'awaited') return { tone: 'plain', hours: 0 };
  const left = window.state === 'open' ? millisecondsLeft(window.endsAt) : 0;
  const tone = window.state !== 'open' ? 'danger' : left >= warningMs ? 'plain' : 'warning';
  return { tone, hours: Math.floor(left / hourMs) };
}

/** Renders again when the tone or the hour changes. */
export function useWindowLeft(window: ShownWindow | undefined): WindowLeft | null {
  const isOpen = window?.state === 'open';
  const subscribe = useCallback((changed: () => void) => (isOpen ? everySecond(changed) : ignored), [isOpen]);
  const shown = window === undefined || window.state === 'none' ? null : window;
  const snapshot = useSyncExternalStore(subscribe, () => {
    if (shown === null) return '';
    const { tone, hours } = windowLeft(shown);
    return `${tone}:${hours}`;
  });
  // The snapshot decides when to render; the rendered values are those of that moment.
  return snapshot === '' || shown === null ? null : windowLeft(shown);
}

/** The remaining time for screen readers: "janela 23 horas". */
export function windowLabel(window: ShownWindow, { hours }: WindowLeft, t: TFunction): string {
  if (window.state === 'awaited') return t('jobs.window.labelAwaited');
  if (window.state !== 'open') return t('jobs.window.labelExpired');
  return hours === 0 ? t('jobs.window.labelLastHour') : t('jobs.window.label', { count: hours });
}

function ignored(): void {
  // No timer is needed: a closed window does not change with time.
}
