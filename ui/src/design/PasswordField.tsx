// A password field whose text can be shown and hidden. Showing it moves neither the focus nor the caret.
import { Eye, EyeOff } from 'lucide-react';
import { forwardRef, useState } from 'react';
import { Field, type FieldProps } from './Field';
import { IconButton } from './IconButton';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'trailing'> {
  showLabel: string;
  hideLabel: string;
}

export const PasswordField = forwardRef<HTMLInputElement, PasswordFieldProps>(function PasswordField(
  { showLabel, hideLabel, ...rest },
  ref,
) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      ref={ref}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          className={styles.toggle}
          label={shown ? hideLabel : showLabel}
          glyph={shown ? EyeOff : Eye}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
});
