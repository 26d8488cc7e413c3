// The ranges that the agent chooses with one click: the last days up to today, and yesterday. Days are `YYYY-MM-DD`; today is the agent's day,
// computed by the core.
import type { DateRange } from '../../design/dateRange';

export const datePresets = ['today', 'yesterday', 'week', 'month'] as const;
export type DatePreset = (typeof datePresets)[number];

/** The first and the last day, in days before today. */
const daysBefore: Readonly<Record<DatePreset, readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  week: [6, 0],
  month: [29, 0],
};
const dayMs = 24 * 60 * 60 * 1000;

export function rangeOf(preset: DatePreset, today: string): DateRange {
  // Computed in UTC, in which all days are equally long.
  const day = (before: number): string =>
    new Date(Date.parse(`${today}T00:00:00Z`) - before * dayMs).toISOString().slice(0, 10);
  const [first, last] = daysBefore[preset];
  return { start: day(first), end: day(last) };
}

export function presetOf({ start, end }: DateRange, today: string): DatePreset | undefined {
  return datePresets.find((preset) => {
    const range = rangeOf(preset, today);
    return range.start === start && range.end === end;
  });
}
