// The calendar of a range of days, by react-day-picker: first click the first day, second click the last one. Arrow keys, Page Up and Page Down move.
import { useState } from 'react';
import { DayPicker, type DateRange as Chosen } from 'react-day-picker';
import { formatWeekday } from '../i18n/format';
import { useLanguage } from '../i18n/text';
import { calendarDay, calendarLocales, calendarLook, storedCalendarDay } from './calendarLook';
import type { DateRange } from './dateRange';

export interface RangeCalendarProps {
  value: DateRange;
  /** The last day that can be chosen. */
  today: string | undefined;
  onChange: (value: DateRange) => void;
}

export function RangeCalendar({ value, today, onChange }: RangeCalendarProps) {
  const language = useLanguage();
  const [begun, setBegun] = useState<Chosen>();
  const end = calendarDay(value.end);
  const last = today === undefined ? undefined : calendarDay(today);
  return (
    <DayPicker
      mode="range"
      autoFocus
      resetOnSelect
      showOutsideDays
      locale={calendarLocales[language]}
      // The locale's own names of this length have no accent: "sab".
      formatters={{ formatWeekdayName: (day) => formatWeekday(day.getTime(), language) }}
      {...(last === undefined ? {} : { today: last, disabled: { after: last }, endMonth: last })}
      {...(end === undefined ? {} : { defaultMonth: end })}
      selected={begun ?? { from: calendarDay(value.start), to: end }}
      onSelect={(_, day) => {
        const first = begun?.from;
        if (first === undefined) {
          setBegun({ from: day, to: undefined });
          return;
        }
        setBegun(undefined);
        const [start, final] = first <= day ? [first, day] : [day, first];
        onChange({ start: storedCalendarDay(start), end: storedCalendarDay(final) });
      }}
      classNames={calendarLook}
    />
  );
}
