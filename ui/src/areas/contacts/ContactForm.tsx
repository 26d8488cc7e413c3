// Registers the customer of this conversation as a contact. Checks that name and identifier are filled; the core checks every other rule.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Field } from '../../design/Field';
import { Note } from '../../design/Note';
import type { ContactFormError, ContactFormValues } from './contactViews';
import styles from './ContactForm.module.css';

export interface ContactFormProps {
  initialName: string;
  initialIdentifier: string;
  initialEmail: string;
  pending: boolean;
  error?: ContactFormError | undefined;
  onSubmit: (values: ContactFormValues) => void;
  onCancel: () => void;
}

const longestName = 200;
const longestEmail = 200;

export function ContactForm(props: ContactFormProps) {
  const { initialName, initialIdentifier, initialEmail, pending, error, onSubmit, onCancel } = props;
  const { t } = useTranslation();
  const [fullname, setFullname] = useState(initialName);
  const [identifier, setIdentifier] = useState(initialIdentifier);
  const [email, setEmail] = useState(initialEmail);
  const [submitted, setSubmitted] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const identifierField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);

  // Once per error: a later render must not take the focus from another field.
  const [attempts, setAttempts] = useState(0);
  const refusedField = error?.field;
  const refusal = error?.message;
  useEffect(() => {
    if (refusedField === 'fullname') nameField.current?.focus();
    if (refusedField === 'identifier') identifierField.current?.focus();
    if (refusedField === 'email') emailField.current?.focus();
  }, [refusedField, refusal, attempts]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pending) return;
    setSubmitted(true);
    if (fullname.trim() === '') nameField.current?.focus();
    else if (identifier.trim() === '') identifierField.current?.focus();
    else {
      setAttempts((count) => count + 1);
      onSubmit({ fullname: fullname.trim(), identifier, email: email.trim() });
    }
  };
  const errorOf = (field: 'fullname' | 'identifier', value: string): string | undefined => {
    if (submitted && value.trim() === '') return t('contacts.requiredField');
    return error?.field === field ? error.message : undefined;
  };

  return (
    <form noValidate onSubmit={submit} aria-label={t('contacts.form.title')}>
      {error !== undefined && error.field === undefined && (
        <Note tone="danger" className={styles.note}>
          {error.message}
        </Note>
      )}
      <Field
        ref={nameField}
        autoFocus
        required
        label={t('contacts.form.fullname')}
        maxLength={longestName}
        autoComplete="off"
        value={fullname}
        error={errorOf('fullname', fullname)}
        onChange={(event) => setFullname(event.target.value)}
      />
      <Field
        ref={identifierField}
        required
        className={styles.second}
        label={t('contacts.form.identifier')}
        help={t('contacts.form.identifierHelp')}
        autoComplete="off"
        spellCheck={false}
        value={identifier}
        error={errorOf('identifier', identifier)}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <Field
        ref={emailField}
        className={styles.second}
        label={t('contacts.form.email')}
        inputMode="email"
        maxLength={longestEmail}
        autoComplete="off"
        spellCheck={false}
        value={email}
        error={error?.field === 'email' ? error.message : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className={styles.actions}>
        <Button tone="ghost" onClick={onCancel}>
          {t('shell.dialog.cancel')}
        </Button>
        <Button tone="primary" type="submit" pending={pending}>
          {t('contacts.form.submit')}
        </Button>
      </div>
    </form>
  );
}
