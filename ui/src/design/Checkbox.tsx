// A checkbox and its label; the whole line can be clicked. In a table only the box is drawn.
import { Check, Minus } from 'lucide-react';
import * as RadixCheckbox from 'radix-ui/checkbox';
import { useId } from 'react';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  label: string;
  /** Mixed state: some of the represented items are checked. */
  checked: boolean | 'mixed';
  onChange: (checked: boolean) => void;
}

export interface LabelledCheckboxProps extends CheckboxProps {
  /** An explanation of the choice, under the label. */
  help?: string | undefined;
}

export interface BareCheckboxProps extends CheckboxProps {
  tabIndex?: number | undefined;
}

/** Whether only the box is shown; the label is for screen readers. */
export function BareCheckbox({ label, checked, onChange, tabIndex }: BareCheckboxProps) {
  return (
    <RadixCheckbox.Root
      aria-label={label}
      tabIndex={tabIndex}
      className={classNames(styles.box, styles.bare)}
      checked={checked === 'mixed' ? 'indeterminate' : checked}
      onCheckedChange={(state) => onChange(state === true)}
    >
      <RadixCheckbox.Indicator className={styles.mark}>
        <Icon glyph={checked === 'mixed' ? Minus : Check} size={12} strokeWidth={3} />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

export function Checkbox({ label, checked, onChange, help }: LabelledCheckboxProps) {
  const id = useId();
  const line = (
    <span className={styles.line}>
      <RadixCheckbox.Root
        id={id}
        className={styles.box}
        checked={checked === 'mixed' ? 'indeterminate' : checked}
        onCheckedChange={(state) => onChange(state === true)}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      >
        <RadixCheckbox.Indicator className={styles.mark}>
          <Icon glyph={checked === 'mixed' ? Minus : Check} size={12} strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    </span>
  );
  if (help === undefined) return line;
  return (
    <div>
      {line}
      <p id={`${id}-help`} className={styles.help}>
        {help}
      </p>
    </div>
  );
}
