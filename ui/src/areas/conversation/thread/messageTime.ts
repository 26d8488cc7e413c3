// The text of a message's time, in its bubble and in a transcript.
import type { TFunction } from 'i18next';
import { formatFull, formatTime } from '../../../i18n/format';
import { isSameDay } from './earlierMessages';

export interface MessageTimes {
  /** When the message was written. Servers may omit the time. */
  time: number | undefined;
  /** The time that decides under which day it is shown; `time` if undefined. */
  placed?: number | undefined;
  /** When the message arrived, if it arrived late. */
  arrived?: number | undefined;
}

/**
 * When a message was written, with its day if it is shown under another day, and when it arrived if it arrived late.
 */
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
