// One choice from a bordered list of rows. Arrow keys move and choose; a disabled row shows the reason. Very long names
// are cut.
import * as RadioGroup from 'radix-ui/radio-group';
import { useEffect, useRef } from 'react';
import { cutForSentence } from '../i18n/cut';
import { StatusMark, type StatusShape } from './StatusMark';
import styles from './RadioList.module.css';

export interface RadioOption {
  value: string;
  label: string;
  detail?: string | undefined;
  /** Text of the tooltip: details that are too technical for the row. */
  hint?: string | undefined;
  /** Text at the right end of the row. */
  status?: { shape: StatusShape; word: string } | undefined;
  disabled?: boolean;
}

export interface RadioListProps {
  /** The name of the group for screen readers. */
  label: string;
  options: ReadonlyArray<RadioOption>;
  value: string | null;
  onChange: (value: string) => void;
  invalid?: boolean;
  describedBy?: string | undefined;
}

export function RadioList({ label, options, value, onChange, invalid = false, describedBy }: RadioListProps) {
  const list = useRef<HTMLDivElement>(null);
  // A search field chooses without moving the focus, so the row is scrolled into view here.
  useEffect(() => {
    list.current?.querySelector('[data-state="checked"]')?.scrollIntoView({ block: 'nearest' });
  }, [value]);
  return (
    <RadioGroup.Root
      ref={list}
      className={styles.list}
      data-invalid={invalid || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onValueChange={onChange}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          title={option.hint}
          className={styles.option}
        >
          <span className={styles.mark} aria-hidden="true" />
          <span className={styles.text}>
            <span className={styles.label}>{cutForSentence(option.label)}</span>
            {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
          </span>
          {option.status !== undefined && (
            <span className={styles.status}>
              <StatusMark shape={option.status.shape} className={styles.shape} />
              {option.status.word}
            </span>
          )}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
