// The common parts of react-day-picker's calendars: look, language, and days in the stored form.
import { enGB } from 'react-day-picker/locale/en-GB';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import type { Language } from '../i18n/language';
import styles from './RangeCalendar.module.css';

/** Days are written as in `formatStoredDay`, day before month, in both languages. */
export const calendarLocales: Record<Language, typeof ptBR> = { 'pt-BR': ptBR, en: enGB };

export const calendarLook = {
  root: styles.calendar,
  months: styles.months,
  nav: styles.nav,
  button_previous: styles.step,
  button_next: styles.step,
  chevron: styles.chevron,
  month_caption: styles.caption,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.cell,
  day_button: styles.day,
  outside: styles.outside,
  disabled: styles.disabled,
  today: styles.today,
  selected: styles.selected,
  range_start: styles.first,
  range_end: styles.last,
} as const;

/** Noon, which exists on every day of every zone. */
export function calendarDay(stored: string): Date | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(stored);
  if (parts === null) return undefined;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return new Date(year, month - 1, day, 12);
}

/** `YYYY-MM-DD`. */
export function storedCalendarDay(day: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
