// A few options in a row, exactly one of them selected, by Radix. The arrow keys select.
import * as RadioGroup from 'radix-ui/radio-group';
import type { ReactNode } from 'react';
import styles from './SegmentedControl.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
  /** Content after the count. */
  beside?: ReactNode;
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  segments: ReadonlyArray<Segment<Value>>;
  value: Value;
  onChange: (value: Value) => void;
}

export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const choose = (chosen: string): void => {
    const segment = segments.find((candidate) => candidate.value === chosen);
    if (segment !== undefined) onChange(segment.value);
  };
  return (
    <RadioGroup.Root className={styles.track} aria-label={label} value={value} onValueChange={choose}>
      {segments.map((segment) => (
        <RadioGroup.Item key={segment.value} value={segment.value} className={styles.segment}>
          {segment.label}
          {segment.count !== undefined && <span className={styles.count}>{segment.count}</span>}
          {segment.beside}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
