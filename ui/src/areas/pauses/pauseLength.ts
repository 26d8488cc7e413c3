// The length of a pause as text: minutes up to an hour, then "1 h 30 min", "24 h".
import type { TFunction } from 'i18next';
import { formatNumber } from '../../i18n/format';

/** Less than a minute is shown as one minute. No-break spaces keep numbers and units on one line. */
export function pauseLength(seconds: number, t: TFunction): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes <= 60) return t('pauses.minutes', { count: minutes });
  const rest = minutes % 60;
  return `${formatNumber(Math.floor(minutes / 60))}\u00a0h${rest === 0 ? '' : ` ${rest}\u00a0min`}`;
}
