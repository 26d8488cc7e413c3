// The words of a list: its state, its counts and its times.
import type { TFunction } from 'i18next';
import type { PillTone } from '../../design/Pill';
import { formatComing, formatListTime, formatTime } from '../../i18n/format';
import type { Language } from '../../i18n/language';
import type { BroadcastProgress, BroadcastSummary, BroadcastWord } from './types';

/** The parts of the bar, from left to right. */
export const progressParts = ['read', 'delivered', 'sent', 'error'] as const;

/** The counts in the order in which they stand below the bar. */
const shownCounts = ['read', 'delivered', 'sent', 'queued', 'notSent', 'error'] as const;
/** The order in which they are read out. */
const spokenCounts = ['read', 'delivered', 'sent', 'error', 'queued', 'notSent'] as const;

export type CountKind = (typeof shownCounts)[number];

export interface CountText {
  kind: CountKind;
  text: string;
}

/** Counts of zero are left out; a list without any count says that nobody waits. */
function countsIn(order: ReadonlyArray<CountKind>, progress: BroadcastProgress, t: TFunction): CountText[] {
  const texts = order
    .filter((kind) => progress[kind] > 0)
    .map((kind) => ({ kind, text: t(`broadcastPage.count.${kind}`, { count: progress[kind] }) }));
  return texts.length > 0 ? texts : [{ kind: 'queued', text: t('broadcastPage.count.queued', { count: 0 }) }];
}

export function countTexts(progress: BroadcastProgress, t: TFunction): ReadonlyArray<CountText> {
  return countsIn(shownCounts, progress, t);
}

/** "62 lidas, 71 entregues, 12 enviadas, 3 com erro, 52 na fila" */
export function progressSentence(progress: BroadcastProgress, t: TFunction): string {
  return countsIn(spokenCounts, progress, t)
    .map(({ text }) => text)
    .join(', ');
}

export const wordTones: Readonly<Record<BroadcastWord, PillTone>> = {
  planned: 'accent',
  queued: 'warning',
  sending: 'success',
  paused: 'warning',
  complete: 'neutral',
  cancelled: 'neutral',
};

/** The word of the list, with its start if that is to come: "Agendada · hoje, 16:00". */
export function wordText({ word, startsAt }: Pick<BroadcastSummary, 'word' | 'startsAt'>, now: number, t: TFunction) {
  if (word !== 'planned') return t(`broadcastPage.word.${word}`);
  return isSameDay(startsAt, now)
    ? t('broadcastPage.word.plannedToday', { time: formatTime(startsAt) })
    : t('broadcastPage.word.plannedLater', { when: formatComing(startsAt, now) });
}

/** When the list starts, goes on or ended: "começa às 16:00". */
export function timeText(list: BroadcastSummary, now: number, language: Language, t: TFunction): string {
  const when = (time: number): string => whenText(time, now, language, t);
  switch (list.word) {
    case 'planned':
    case 'queued':
      return t('broadcastPage.when.starts', { when: when(list.startsAt) });
    case 'sending':
      return t('broadcastPage.when.started', { when: when(list.startsAt) });
    case 'paused':
      return list.resumesAt === undefined ? '' : t('broadcastPage.when.continues', { when: when(list.resumesAt) });
    case 'complete':
      return list.finishedAt === undefined ? '' : t('broadcastPage.when.finished', { when: when(list.finishedAt) });
    case 'cancelled':
      return list.cancelledAt === undefined ? '' : t('broadcastPage.when.cancelled', { when: when(list.cancelledAt) });
  }
}

/** "às 14:32", "ontem, 16:42", "em 17/11 09:00" */
export function whenText(time: number, now: number, language: Language, t: TFunction): string {
  if (isSameDay(time, now)) return t('broadcastPage.when.today', { time: formatTime(time) });
  if (formatListTime(time, now, language, t) === t('shell.time.yesterday'))
    return t('broadcastPage.when.yesterday', { time: formatTime(time) });
  return t('broadcastPage.when.day', { when: formatComing(time, now) });
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Whether the list changes no more. */
export function isOver(word: BroadcastWord): boolean {
  return word === 'complete' || word === 'cancelled';
}
