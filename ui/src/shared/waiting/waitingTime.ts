// How long a customer waits for an answer (ui-day §1): its tone by the target of the queue, and its text. Both change once a minute or at a limit.
import type { TFunction } from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import { currentTime, everySecond } from '../../core/page/ticker';

const minuteMs = 60_000;
const minutesADay = 24 * 60;
/** Share of the target from which on the wait is marked. */
const nearShare = 0.8;

export interface Wait {
  /** Beginning of the wait on the server's clock, in epoch milliseconds. */
  since: number;
  /** The queue's target for an answer, in milliseconds; undefined without a target. */
  target: number | undefined;
  /** The opening hours of the queue, each opening followed by its end; undefined: always open. */
  hours?: ReadonlyArray<number> | undefined;
}

export type WaitTone = 'plain' | 'near' | 'over' | 'closed';

export interface WaitNow {
  tone: WaitTone;
  /** Wait in whole minutes. */
  minutes: number;
}

/** Outside the queue's hours the wait does not grow, and the label states it. */
export function waitNow({ since, target, hours }: Wait, now: number): WaitNow {
  const waited = openTime(hours ?? [since, now], since, now);
  if (hours !== undefined && !isOpen(hours, now)) return { tone: 'closed', minutes: Math.floor(waited / minuteMs) };
  const share = target === undefined ? 0 : waited / target;
  const tone = share >= 1 ? 'over' : share >= nearShare ? 'near' : 'plain';
  return { tone, minutes: Math.floor(waited / minuteMs) };
}

/** The part of the opening hours between two moments; zero before the first opening. */
function openTime(hours: ReadonlyArray<number>, from: number, until: number): number {
  let sum = 0;
  for (const [opening, end] of pairs(hours)) sum += Math.max(0, Math.min(end, until) - Math.max(opening, from));
  return sum;
}

function isOpen(hours: ReadonlyArray<number>, now: number): boolean {
  return pairs(hours).some(([opening, end]) => opening <= now && now < end);
}

function pairs(hours: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> {
  return hours.flatMap((opening, index) => (index % 2 === 0 ? [[opening, hours[index + 1] ?? opening] as const] : []));
}

/** Renders again when the minute or the tone changes; null if nobody waits. */
export function useWait(wait: Wait | undefined): WaitNow | null {
  const isWaiting = wait !== undefined;
  const subscribe = useCallback((changed: () => void) => (isWaiting ? everySecond(changed) : nothing), [isWaiting]);
  const snapshot = useSyncExternalStore(subscribe, () => {
    if (wait === undefined) return '';
    const { tone, minutes } = waitNow(wait, currentTime());
    return `${tone}:${minutes}`;
  });
  // The snapshot decides when to render; the rendered values are those of that moment.
  return snapshot === '' || wait === undefined ? null : waitNow(wait, currentTime());
}

/** "agora", "6 min", "1 h 05", "2 d". */
export function waitText(minutes: number, t: TFunction): string {
  if (minutes < 1) return t('jobs.wait.now');
  if (minutes < 60) return t('jobs.wait.minutes', { minutes });
  if (minutes >= minutesADay) return t('jobs.wait.days', { days: Math.floor(minutes / minutesADay) });
  return t('jobs.wait.hours', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
}

/** For screen readers: "sem resposta há 34 min, acima da meta de 10 min". */
export function waitLabel({ target }: Wait, { tone, minutes }: WaitNow, t: TFunction): string {
  if (tone === 'closed') return t('jobs.wait.closedLabel');
  const text = minutes < 1 ? t('jobs.wait.labelNow') : t('jobs.wait.label', { time: waitText(minutes, t) });
  if (target === undefined || tone === 'plain') return text;
  const limit = waitText(Math.max(1, Math.round(target / minuteMs)), t);
  return `${text}, ${t(tone === 'over' ? 'jobs.wait.over' : 'jobs.wait.near', { target: limit })}`;
}

function nothing(): void {
  // Nobody waits: no timer is needed.
}
