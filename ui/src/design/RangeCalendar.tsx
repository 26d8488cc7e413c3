// The calendar of a range of days, by react-day-picker: first click the first day, second click the last one. Arrow keys, Page Up and Page Down move.
import { useState } from 'react';
import { DayPicker, type DateRange as Chosen } from 'react-day-picker';
import { enGB } from 'react-day-picker/locale/en-GB';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import { formatWeekday } from '../i18n/format';
import { useLanguage } from '../i18n/text';
import type { Language } from '../i18n/language';
import type { DateRange } from './dateRange';
import styles from './RangeCalendar.module.css';

/** Days are written as in `formatStoredDay`, day before month, in both languages. */
const locales: Record<Language, typeof ptBR> = { 'pt-BR': ptBR, en: enGB };

export interface RangeCalendarProps {
  value: DateRange;
  /** The last day that can be chosen. */
  today: string | undefined;
  onChange: (value: DateRange) => void;
}

export function RangeCalendar({ value, today, onChange }: RangeCalendarProps) {
  const language = useLanguage();
  const [begun, setBegun] = useState<Chosen>();
  const end = dayOf(value.end);
  const last = today === undefined ? undefined : dayOf(today);
  return (
    <DayPicker
      mode="range"
      autoFocus
      resetOnSelect
      showOutsideDays
      locale={locales[language]}
      // The locale's own names of this length have no accent: "sab".
      formatters={{ formatWeekdayName: (day) => formatWeekday(day.getTime(), language) }}
      {...(last === undefined ? {} : { today: last, disabled: { after: last }, endMonth: last })}
      {...(end === undefined ? {} : { defaultMonth: end })}
      selected={begun ?? { from: dayOf(value.start), to: end }}
      onSelect={(_, day) => {
        const first = begun?.from;
        if (first === undefined) {
          setBegun({ from: day, to: undefined });
          return;
        }
        setBegun(undefined);
        const [start, final] = first <= day ? [first, day] : [day, first];
        onChange({ start: storedOf(start), end: storedOf(final) });
      }}
      classNames={{
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
      }}
    />
  );
}

/** Noon, which exists on every day of every zone. */
function dayOf(stored: string): Date | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(stored);
  if (parts === null) return undefined;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return new Date(year, month - 1, day, 12);
}

function storedOf(day: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
