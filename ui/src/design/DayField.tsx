// One day: a field in the language of the product and a calendar. The browser's own date fields follow the language of the browser, not that of the page.
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { formatStoredDay, storedDay } from '../i18n/format';
import { DayCalendar } from './DayCalendar';
import { Field } from './Field';
import { IconButton } from './IconButton';
import { Popover } from './Popover';

export interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`; empty while the typed text is not a day. */
  value: string;
  /** The first day that the calendar offers. */
  first?: string | undefined;
  onChange: (day: string) => void;
  className?: string | undefined;
}

const completeDay = /^[1-9]\d{3}-\d\d-\d\d$/;

export function DayField({ label, value, first, onChange, className }: DayFieldProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  /** The typed text if it differs from the day of the value. */
  const [typed, setTyped] = useState<{ text: string; isLeft: boolean } | null>(null);
  const type = (text: string): void => {
    const day = storedDay(text);
    setTyped({ text, isLeft: false });
    onChange(completeDay.test(day) ? day : '');
  };
  return (
    <Field
      className={className}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('shell.date.pattern')}
      value={typed?.text ?? formatStoredDay(value)}
      error={value === '' && typed?.isLeft === true ? t('shell.date.noSuchDay') : undefined}
      onChange={({ target }) => type(withSlashes(target.value))}
      onBlur={() => setTyped(value === '' && typed !== null ? { ...typed, isLeft: true } : null)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !event.altKey) return;
        event.preventDefault();
        setOpen(true);
      }}
      trailing={
        <Popover
          label={label}
          open={isOpen}
          onOpenChange={setOpen}
          trigger={<IconButton size="small" glyph={CalendarDays} label={t('shell.date.calendar')} />}
        >
          <DayCalendar
            value={value}
            first={first}
            onChange={(day) => {
              setOpen(false);
              setTyped(null);
              onChange(day);
            }}
          />
        </Popover>
      }
    />
  );
}

/** Digits get the slashes as the agent types; typed slashes are kept. */
function withSlashes(text: string): string {
  return text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2');
}
