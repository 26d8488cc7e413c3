// The start of the sending while the agent types it: the draft gets a moment when day and time are complete.
import { useState } from 'react';
import { formatTime } from '../../i18n/format';
import { dayOf, momentOf, timeOf } from '../jobs/snoozeTimes';

export interface SendingStart {
  kind: 'now' | 'planned';
  day: string;
  /** As typed. */
  time: string;
  startsAt: number | undefined;
  /** What a planned start still needs. */
  missing: 'day' | 'time' | undefined;
  /** Whether the agent tried to create the broadcast. */
  isChecked: boolean;
  onKind: (kind: 'now' | 'planned') => void;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
  check: () => void;
}

export function useSendingStart(
  startsAt: number | undefined,
  zone: string,
  onChange: (startsAt: number | undefined) => void,
): SendingStart {
  const [kind, setKind] = useState<'now' | 'planned'>(startsAt === undefined ? 'now' : 'planned');
  const [day, setDay] = useState(() => (startsAt === undefined ? '' : dayOf(startsAt, zone)));
  const [time, setTime] = useState(() => (startsAt === undefined ? '' : formatTime(startsAt)));
  const [isChecked, setChecked] = useState(false);
  const report = (nextDay: string, typed: string): void => {
    const nextTime = timeOf(typed);
    onChange(nextDay === '' || nextTime === undefined ? undefined : momentOf(nextDay, nextTime, zone));
  };
  return {
    kind,
    day,
    time,
    startsAt,
    missing: kind === 'now' ? undefined : day === '' ? 'day' : timeOf(time) === undefined ? 'time' : undefined,
    isChecked,
    onKind: (next) => {
      setKind(next);
      setChecked(false);
      if (next === 'now') onChange(undefined);
      else report(day, time);
    },
    onDay: (next) => {
      setDay(next);
      report(next, time);
    },
    onTime: (next) => {
      setTime(next);
      report(day, next);
    },
    check: () => setChecked(true),
  };
}
