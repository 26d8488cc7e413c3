// A labelled field of several lines, with the same label, error and help as a Field.
import { forwardRef, useId, type TextareaHTMLAttributes } from 'react';
import { classNames } from './classNames';
import { FieldLabel, FieldMessage } from './Field';
import styles from './Field.module.css';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
}

export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { label, help, error, required, id, className, ...rest },
  ref,
) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const messageId = `${fieldId}-message`;
  return (
    <div className={classNames(styles.field, className)}>
      <FieldLabel htmlFor={fieldId} required={required ?? false}>
        {label}
      </FieldLabel>
      <textarea
        {...rest}
        ref={ref}
        id={fieldId}
        className={classNames(styles.textArea, error !== undefined && styles.textAreaInvalid)}
        aria-required={required === true || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || help !== undefined ? messageId : undefined}
      />
      <FieldMessage id={messageId} error={error} help={help} />
    </div>
  );
});
