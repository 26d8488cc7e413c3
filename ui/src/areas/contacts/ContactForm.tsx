// Registers the customer of this conversation as a contact. Checks that name and identifier are filled; the core checks every other rule.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Field } from '../../design/Field';
import { Note } from '../../design/Note';
import { isOfVisitor } from '../../i18n/visitors';
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
  /** The contacts that already have the identifier for which the form was refused. */
  owner?: ((identifier: string) => ReactNode) | undefined;
}

const longestName = 200;
const longestEmail = 200;

export function ContactForm(props: ContactFormProps) {
  const { initialName, initialIdentifier, initialEmail, pending, error, onSubmit, onCancel, owner } = props;
  const { t } = useTranslation();
  // A visitor without an identifier keeps the one that the server generated, unless the agent knows a better one.
  const isVisitor = isOfVisitor(initialIdentifier);
  const [fullname, setFullname] = useState(initialName);
  const [identifier, setIdentifier] = useState(isVisitor ? '' : initialIdentifier);
  const [email, setEmail] = useState(initialEmail);
  const [submitted, setSubmitted] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const identifierField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);

  // The focus moves only once for each error: a later render must not take it from another field.
  const [attempts, setAttempts] = useState(0);
  const [sent, setSent] = useState('');
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
    else if (identifier.trim() === '' && !isVisitor) identifierField.current?.focus();
    else {
      const given = identifier.trim() === '' ? initialIdentifier : identifier;
      setAttempts((count) => count + 1);
      setSent(given);
      onSubmit({ fullname: fullname.trim(), identifier: given, email: email.trim() });
    }
  };
  const errorOf = (field: 'fullname' | 'identifier', value: string): string | undefined => {
    const mayBeEmpty = field === 'identifier' && isVisitor;
    if (submitted && value.trim() === '' && !mayBeEmpty) return t('contacts.requiredField');
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
        required={!isVisitor}
        className={styles.second}
        label={t('contacts.form.identifier')}
        help={t(isVisitor ? 'contacts.form.visitorHelp' : 'contacts.form.identifierHelp')}
        autoComplete="off"
        spellCheck={false}
        value={identifier}
        error={errorOf('identifier', identifier)}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      {error?.duplicate === true && !pending && owner?.(sent)}
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
