// A part of the new broadcast with its number, and the fields that a part may have.
import { useId, type ReactNode } from 'react';
import { classNames } from '../../design/classNames';
import { FieldLabel, FieldMessage } from '../../design/Field';
import { Select } from '../../design/Select';
import { useTranslation } from '../../i18n/useTranslation';
import type { Choice } from './types';
import styles from './DraftSection.module.css';

export interface DraftSectionProps {
  /** Undefined: the part is no step of its own. */
  number?: number;
  title: string;
  /** Content at the right end of the heading. */
  beside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function DraftSection({ number, title, beside, className, children }: DraftSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className={styles.heading}>
        {number !== undefined && (
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
        )}
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {beside}
      </div>
      {children}
    </section>
  );
}

export interface ChoiceFieldProps {
  label: string;
  value: string;
  choices: ReadonlyArray<Choice>;
  error: string | undefined;
  help?: string | undefined;
  className?: string | undefined;
  onChange: (value: string) => void;
}

/** A choice with label and error. The error is part of the accessible name: the browser's own element has no other place for it. */
export function ChoiceField({ label, value, choices, error, help, className, onChange }: ChoiceFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classNames(styles.choice, className)} data-invalid={error !== undefined || undefined}>
      <FieldLabel htmlFor={id} required>
        {label}
      </FieldLabel>
      <Select
        id={id}
        size="large"
        label={error === undefined ? label : t('broadcastPage.draft.faultOf', { label, fault: error })}
        value={value}
        options={[
          ...(choices.some((choice) => choice.value === value)
            ? []
            : [{ value: '', label: t('broadcastPage.draft.choose') }]),
          ...choices,
        ]}
        onChange={onChange}
      />
      <FieldMessage id={`${id}-message`} error={error} help={help} />
    </div>
  );
}
