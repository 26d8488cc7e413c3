// The text of a message's time, in its bubble and in a transcript.
import type { TFunction } from 'i18next';
import { formatFull, formatTime } from '../../../i18n/format';
import { isSameDay } from './earlierMessages';

export interface MessageTimes {
  /** When it was written. Servers may omit it. */
  time: number | undefined;
  /** The moment under whose day it stands; the day of `time` without it. */
  placed?: number | undefined;
  /** When it arrived, if that was late. */
  arrived?: number | undefined;
}

/** When it was written, with its day where it stands under another one, and when it arrived if that was late. */
export function messageTime({ time, placed, arrived }: MessageTimes, t: TFunction): string {
  if (time === undefined) return '';
  const day = placed ?? time;
  const written = isSameDay(time, day) ? formatTime(time) : formatFull(time);
  if (arrived === undefined) return written;
  const arrival = isSameDay(arrived, day)
    ? t('chat.message.arrivedAt', { time: formatTime(arrived) })
    : t('chat.message.arrivedOn', { time: formatFull(arrived) });
  return `${written} · ${arrival}`;
}
