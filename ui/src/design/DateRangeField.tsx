// A range of days: two fields in the language of the product and a calendar (react-day-picker). A day is reported when it is complete, not with each digit.
// The browser's own date fields follow the language of the browser, not that of the page.
import { CalendarDays, CircleAlert } from 'lucide-react';
import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { formatStoredDay, storedDay } from '../i18n/format';
import { classNames } from './classNames';
import type { DateRange } from './dateRange';
import { IconButton } from './IconButton';
import { Icon } from './icons/Icon';
import { Popover } from './Popover';
import { RangeCalendar } from './RangeCalendar';
import styles from './DateRangeField.module.css';

export interface DateRangeFieldProps {
  /** Names the group. */
  label: string;
  startLabel: string;
  endLabel: string;
  value: DateRange;
  onChange: (value: DateRange) => void;
  /** The last day that the calendar offers, `YYYY-MM-DD`. */
  today?: string | undefined;
  /** Why the range is refused. */
  error?: string | undefined;
  className?: string | undefined;
}

const completeDay = /^[1-9]\d{3}-\d\d-\d\d$/;

export function DateRangeField({
  label,
  startLabel,
  endLabel,
  value,
  onChange,
  today,
  error,
  className,
}: DateRangeFieldProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const [isOpen, setOpen] = useState(false);
  const shared = {
    invalid: error !== undefined,
    describedBy: error === undefined ? undefined : errorId,
    onOpen: () => setOpen(true),
  };
  return (
    <div role="group" aria-label={label} className={classNames(styles.line, className)}>
      <span className={styles.field} data-invalid={error !== undefined || undefined}>
        <Popover
          label={label}
          align="start"
          className={styles.popover}
          open={isOpen}
          onOpenChange={setOpen}
          trigger={
            <IconButton size="small" glyph={CalendarDays} className={styles.glyph} label={t('shell.date.calendar')} />
          }
        >
          <RangeCalendar
            value={value}
            today={today}
            onChange={(range) => {
              setOpen(false);
              onChange(range);
            }}
          />
        </Popover>
        <DayInput
          {...shared}
          label={startLabel}
          value={value.start}
          onChange={(start) => onChange({ ...value, start })}
        />
        <span aria-hidden="true" className={styles.dash}>
          –
        </span>
        <DayInput {...shared} label={endLabel} value={value.end} onChange={(end) => onChange({ ...value, end })} />
      </span>
      <p id={errorId} role="alert" className={styles.error} hidden={error === undefined}>
        <Icon glyph={CircleAlert} size={14} className={styles.errorGlyph} />
        {error}
      </p>
    </div>
  );
}

interface DayInputProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
  /** Alt+↓ opens the calendar. */
  onOpen: () => void;
  invalid: boolean;
  describedBy: string | undefined;
}

function DayInput({ label, value, onChange, onOpen, invalid, describedBy }: DayInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  // An incomplete day goes back to the last complete one.
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className={styles.input}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      placeholder={t('shell.date.pattern')}
      value={typed ?? formatStoredDay(value)}
      onChange={({ target }) => {
        const text = withSlashes(target.value);
        setTyped(text);
        const day = storedDay(text);
        if (completeDay.test(day)) onChange(day);
      }}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}

/** Digits that are typed one after the other get the slashes; who types slashes keeps them. */
function withSlashes(text: string): string {
  return text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2');
}
