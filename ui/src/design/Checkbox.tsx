// A checkbox and its label; the whole line can be clicked.
import { Check } from 'lucide-react';
import * as RadixCheckbox from 'radix-ui/checkbox';
import { useId } from 'react';
import { Icon } from './icons/Icon';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <span className={styles.line}>
      <RadixCheckbox.Root
        id={id}
        className={styles.box}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
      >
        <RadixCheckbox.Indicator className={styles.mark}>
          <Icon glyph={Check} size={12} strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    </span>
  );
}
