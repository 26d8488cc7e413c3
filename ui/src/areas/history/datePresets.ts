// The ranges that the agent chooses with one click: the last days up to today. Days are `YYYY-MM-DD`; today is the agent's, as the core counts it.
import type { DateRange } from '../../design/dateRange';

export const datePresets = ['today', 'week', 'month'] as const;
export type DatePreset = (typeof datePresets)[number];

/** Days including today. */
const daysOf: Record<DatePreset, number> = { today: 1, week: 7, month: 30 };
const dayMs = 24 * 60 * 60 * 1000;

export function rangeOf(preset: DatePreset, today: string): DateRange {
  // Counted in UTC: no day of it is shorter or longer than the others.
  const start = new Date(Date.parse(`${today}T00:00:00Z`) - (daysOf[preset] - 1) * dayMs);
  return { start: start.toISOString().slice(0, 10), end: today };
}

export function presetOf({ start, end }: DateRange, today: string): DatePreset | undefined {
  return end === today ? datePresets.find((preset) => rangeOf(preset, today).start === start) : undefined;
}
