// The calendar of one day, by react-day-picker. Arrow keys, Page Up and Page Down move the focus.
import { DayPicker } from 'react-day-picker';
import { formatWeekday } from '../i18n/format';
import { useLanguage } from '../i18n/text';
import { calendarDay, calendarLocales, calendarLook, storedCalendarDay } from './calendarLook';

export interface DayCalendarProps {
  /** `YYYY-MM-DD`; anything else selects no day. */
  value: string;
  /** The first day that can be chosen. */
  first: string | undefined;
  onChange: (day: string) => void;
}

export function DayCalendar({ value, first, onChange }: DayCalendarProps) {
  const language = useLanguage();
  const begin = first === undefined ? undefined : calendarDay(first);
  const selected = calendarDay(value);
  return (
    <DayPicker
      mode="single"
      autoFocus
      showOutsideDays
      locale={calendarLocales[language]}
      formatters={{ formatWeekdayName: (day) => formatWeekday(day.getTime(), language) }}
      {...(begin === undefined ? {} : { today: begin, disabled: { before: begin }, startMonth: begin })}
      {...(selected === undefined ? {} : { defaultMonth: selected })}
      selected={selected}
      onSelect={(_, day) => onChange(storedCalendarDay(day))}
      classNames={calendarLook}
    />
  );
}
