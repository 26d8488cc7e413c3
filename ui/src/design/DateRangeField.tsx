// A range of days: two fields in the language of the product and a calendar (react-day-picker). A day is reported when it is complete, not with each digit.
// The browser's own date fields follow the language of the browser, not that of the page.
import { CalendarDays, CircleAlert } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';
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
  /** The accessible name of the group of fields. */
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

type Side = keyof DateRange;

/** The text that the agent typed into a field and that differs from the day of the range. */
interface Typed {
  text: string;
  /** The agent has left the field: a text that is not a day by then is an error. */
  isLeft: boolean;
}

const nothingTyped: Readonly<Record<Side, Typed | null>> = { start: null, end: null };

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
  const [typed, setTyped] = useState(nothingTyped);
  const [shown, setShown] = useState({ value, reported: value });
  if (!isSameRange(shown.value, value)) {
    setShown({ ...shown, value });
    // A range set from outside, for example by a preset, replaces the typed text.
    if (!isSameRange(shown.reported, value)) setTyped(nothingTyped);
  }
  const report = (next: DateRange): void => {
    setShown({ ...shown, reported: next });
    onChange(next);
  };
  const isWrong = (side: Side): boolean => typed[side]?.isLeft === true;
  const problem = isWrong('start') || isWrong('end') ? t('shell.date.noSuchDay') : error;
  const type = (side: Side, text: string): void => {
    setTyped({ ...typed, [side]: { text, isLeft: false } });
    const day = storedDay(text);
    if (completeDay.test(day)) report({ ...value, [side]: day });
  };
  // An emptied field shows its day again; a text that is no day stays, with the error.
  const leave = (side: Side): void => {
    const text = typed[side]?.text ?? '';
    const isKept = text !== '' && !completeDay.test(storedDay(text));
    setTyped({ ...typed, [side]: isKept ? { text, isLeft: true } : null });
  };
  const inputOf = (side: Side, name: string): ReactElement => (
    <DayInput
      label={name}
      shown={typed[side]?.text ?? formatStoredDay(value[side])}
      invalid={isWrong(side) || (problem !== undefined && problem === error)}
      describedBy={problem === undefined ? undefined : errorId}
      onType={(text) => type(side, text)}
      onLeave={() => leave(side)}
      onOpen={() => setOpen(true)}
    />
  );
  return (
    <div role="group" aria-label={label} className={classNames(styles.line, className)}>
      <span className={styles.field} data-invalid={problem !== undefined || undefined}>
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
              setTyped(nothingTyped);
              report(range);
            }}
          />
        </Popover>
        {inputOf('start', startLabel)}
        <span aria-hidden="true" className={styles.dash}>
          –
        </span>
        {inputOf('end', endLabel)}
      </span>
      <p id={errorId} role="alert" className={styles.error} hidden={problem === undefined}>
        <Icon glyph={CircleAlert} size={14} className={styles.errorGlyph} />
        {problem}
      </p>
    </div>
  );
}

interface DayInputProps {
  label: string;
  shown: string;
  onType: (text: string) => void;
  onLeave: () => void;
  /** Alt+↓ opens the calendar. */
  onOpen: () => void;
  invalid: boolean;
  describedBy: string | undefined;
}

function DayInput({ label, shown, onType, onLeave, onOpen, invalid, describedBy }: DayInputProps) {
  const { t } = useTranslation();
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
      value={shown}
      onChange={({ target }) => onType(withSlashes(target.value))}
      onKeyDown={press}
      onBlur={onLeave}
    />
  );
}

function isSameRange(one: DateRange, other: DateRange): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Digits get the slashes as the agent types; typed slashes are kept. */
function withSlashes(text: string): string {
  return text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2');
}
