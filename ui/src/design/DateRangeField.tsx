// A range of days in the browser's own date fields, which work with keyboard, touch and screen readers. A day is reported when it is complete, not with
// each digit of its year.
import { CalendarDays, CircleAlert } from 'lucide-react';
import { useId, useState, type FocusEvent } from 'react';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import styles from './DateRangeField.module.css';

export interface DateRange {
  /** `YYYY-MM-DD`. */
  start: string;
  end: string;
}

export interface DateRangeFieldProps {
  /** Names the group. */
  label: string;
  startLabel: string;
  endLabel: string;
  value: DateRange;
  onChange: (value: DateRange) => void;
  /** Why the range is refused. */
  error?: string | undefined;
  className?: string | undefined;
}

/** While a year is typed the field reports years of the first millennium. */
const completeDay = /^[1-9]\d{3}-\d\d-\d\d$/;

export function DateRangeField({
  label,
  startLabel,
  endLabel,
  value,
  onChange,
  error,
  className,
}: DateRangeFieldProps) {
  const errorId = useId();
  const shared = { invalid: error !== undefined, describedBy: error === undefined ? undefined : errorId };
  return (
    <div role="group" aria-label={label} className={classNames(styles.line, className)}>
      <span className={styles.field} data-invalid={error !== undefined || undefined}>
        <Icon glyph={CalendarDays} className={styles.glyph} />
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
  invalid: boolean;
  describedBy: string | undefined;
}

function DayInput({ label, value, onChange, invalid, describedBy }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // An incomplete day goes back to the last complete one; a relatedTarget inside means that the agent goes on typing.
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null);
  };
  return (
    <input
      type="date"
      className={styles.input}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (completeDay.test(target.value)) onChange(target.value);
      }}
      onBlur={leave}
    />
  );
}
