// A few choices on one track, exactly one of them on. The arrow keys choose.
import { goAlong } from './arrowKeys';
import styles from './SegmentedControl.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
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
  return (
    <div role="radiogroup" className={styles.track} aria-label={label} onKeyDown={(event) => goAlong(event)?.click()}>
      {segments.map((segment) => {
        const checked = segment.value === value;
        return (
          <button
            key={segment.value}
            type="button"
            role="radio"
            aria-checked={checked}
            data-state={checked ? 'checked' : undefined}
            tabIndex={checked ? 0 : -1}
            className={styles.segment}
            onClick={() => !checked && onChange(segment.value)}
          >
            {segment.label}
            {segment.count !== undefined && <span className={styles.count}>{segment.count}</span>}
          </button>
        );
      })}
    </div>
  );
}
