// A labelled text field: label above, control, then the error or the help. The form holds the value.
import { forwardRef, useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { classNames } from './classNames';
import { Icon, type Glyph } from './icons/Icon';
import styles from './Field.module.css';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string;
  glyph?: Glyph | undefined;
  help?: string | undefined;
  /** The error message; a field with a message is invalid. */
  error?: string | undefined;
  /** Content at the right inside the field, for example the button that shows a password. */
  trailing?: ReactNode;
  size?: 'medium' | 'large';
  /** Hides the mark for required fields, for forms in which every field is required. */
  hideRequiredMark?: boolean;
}

export const Field = forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, glyph, help, error, trailing, size = 'medium', hideRequiredMark = false, required, id, className, ...rest },
  ref,
) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const messageId = `${fieldId}-message`;
  const hasMessage = error !== undefined || help !== undefined;
  return (
    <div className={classNames(styles.field, size === 'large' && styles.large, className)}>
      <FieldLabel htmlFor={fieldId} required={required === true && !hideRequiredMark}>
        {label}
      </FieldLabel>
      <div
        className={classNames(
          styles.control,
          error !== undefined && styles.invalid,
          rest.readOnly === true && styles.readOnly,
          rest.disabled === true && styles.disabled,
        )}
      >
        {glyph !== undefined && <Icon glyph={glyph} className={styles.glyph} />}
        <input
          {...rest}
          ref={ref}
          id={fieldId}
          className={styles.input}
          aria-required={required === true || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={hasMessage ? messageId : undefined}
        />
        {trailing}
      </div>
      <FieldMessage id={messageId} error={error} help={help} />
    </div>
  );
});

export function FieldLabel({
  htmlFor,
  id,
  required,
  children,
}: {
  htmlFor?: string;
  id?: string;
  required: boolean;
  children: ReactNode;
}) {
  const content = (
    <>
      {children}
      {required && (
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  return htmlFor === undefined ? (
    <span id={id} className={styles.label}>
      {content}
    </span>
  ) : (
    <label htmlFor={htmlFor} className={styles.label}>
      {content}
    </label>
  );
}

export function FieldMessage({
  id,
  error,
  help,
}: {
  id: string;
  error?: string | undefined;
  help?: string | undefined;
}) {
  if (error !== undefined) {
    return (
      <p id={id} className={classNames(styles.message, styles.error)}>
        {error}
      </p>
    );
  }
  if (help === undefined) return null;
  return (
    <p id={id} className={styles.message}>
      {help}
    </p>
  );
}
