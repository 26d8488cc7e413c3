// A choice in the browser's own select element, which works with keyboard, touch and screen readers everywhere.
import { ChevronDown } from 'lucide-react';
import { Icon } from './icons/Icon';
import styles from './Select.module.css';

export interface SelectProps<Value extends string> {
  label: string;
  /** The id of the element, for the label of a form. */
  id?: string;
  /** Large: the height of a Field. */
  size?: 'medium' | 'large';
  value: Value;
  options: ReadonlyArray<{ value: Value; label: string; disabled?: boolean | undefined }>;
  onChange: (value: Value) => void;
}

export function Select<Value extends string>({
  label,
  id,
  size = 'medium',
  value,
  options,
  onChange,
}: SelectProps<Value>) {
  return (
    <span className={styles.box} data-size={size}>
      <select
        id={id}
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon glyph={ChevronDown} size={14} className={styles.arrow} />
    </span>
  );
}
