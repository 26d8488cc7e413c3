// How the history writes times, durations, channels and states.
import type { HistoryRowView } from 'core-wasm';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import type { PillTone } from '../../design/Pill';
import { dashWhenEmpty, formatDay, formatDuration, formatListTime, formatTime } from '../../i18n/format';
import type { Language } from '../../i18n/language';
import { qualificationName } from '../../i18n/qualificationName';
import { useLanguage } from '../../i18n/text';
import type { ChannelName } from '../channels/channels';
import { displayChannel } from '../channels/displayChannel';

export interface HistoryTexts {
  /** Today "14:16", else "ontem, 16:40", "ter., 17:42", "19/11, 10:00". */
  start: (row: HistoryRowView) => string;
  /** The parts of `start`: no day for a time of today. */
  startParts: (row: HistoryRowView) => { day: string; time: string };
  duration: (row: HistoryRowView) => string;
  channel: (row: HistoryRowView) => string;
  agent: (row: HistoryRowView) => string;
  state: (row: HistoryRowView) => { tone: PillTone; text: string };
  /** The heading of the day of an attendance. */
  day: (row: HistoryRowView) => string;
}

/** Undefined for a channel that this version does not know. */
export function channelOf({ channel, metaType }: HistoryRowView): ChannelName | undefined {
  return channel === undefined ? undefined : displayChannel(channel, metaType);
}

export function useHistoryTexts(): HistoryTexts {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  return useMemo(() => historyTexts(t, language, today), [t, language, today]);
}

function historyTexts(t: TFunction, language: Language, today: number): HistoryTexts {
  const startParts: HistoryTexts['startParts'] = ({ start }) => {
    if (start === undefined) return { day: '', time: dashWhenEmpty('') };
    const day = formatListTime(start, today, language, t);
    const time = formatTime(start);
    return { day: day === time ? '' : day, time };
  };
  return {
    startParts,
    start: (row) => {
      const { day, time } = startParts(row);
      return day === '' ? time : `${day}, ${time}`;
    },
    duration: ({ durationSeconds }) => formatDuration(durationSeconds * 1000, 'call'),
    channel: (row) => {
      const channel = channelOf(row);
      return channel === undefined ? dashWhenEmpty('') : t(`channels.name.${channel}`);
    },
    agent: ({ agent }) => dashWhenEmpty(agent),
    state: ({ state, qualification }) => {
      switch (state) {
        case 'active':
        case 'toQualify':
          return { tone: 'accent', text: t(`history.state.${state}`) };
        case 'unattended':
          return { tone: 'warning', text: t('history.state.unattended') };
        case 'qualified':
        case '':
          return { tone: 'neutral', text: dashWhenEmpty(qualificationName(qualification, t)) };
      }
    },
    day: ({ start }) => (start === undefined ? dashWhenEmpty('') : formatDay(start, today, language, t)),
  };
}
