// The password form: the current password if required, two fields for the new password, and the rules with their state. The form keeps the typed
// text; the core decides which errors are shown, and when.
import type { Intent, NewPasswordView } from 'core-wasm';
import { Circle, CircleCheck, Lock } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { Note } from '../../design/Note';
import { PasswordField } from '../../design/PasswordField';
import { useKept } from '../../design/useKept';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { useCoreText } from '../../i18n/text';
import styles from './NewPasswordForm.module.css';

export interface NewPasswordFormProps {
  view: NewPasswordView;
  intend: (intent: Intent) => void;
  id: string;
  size: 'medium' | 'large';
  /** Whether the current password is required, as in a session. */
  asksCurrent?: boolean;
  className?: string | undefined;
  labelledBy?: string;
  /** Content above the fields, and the button below them if the form has its own. */
  heading?: ReactNode;
  children?: ReactNode;
}

export function NewPasswordForm({
  view,
  intend,
  id,
  size,
  asksCurrent = false,
  className,
  labelledBy,
  heading,
  children,
}: NewPasswordFormProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const [current, setCurrent] = useKept('password.current', '');
  const [password, setPassword] = useKept('password', '');
  const [repeated, setRepeated] = useKept('password.repeated', '');
  const [attempts, setAttempts] = useState(0);
  const currentField = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);

  const type = (typed: { current?: string; password?: string; repeated?: string }): void => {
    const next = { current, password, repeated, ...typed };
    setCurrent(next.current);
    setPassword(next.password);
    setRepeated(next.repeated);
    intend({ area: 'session', type: 'newPassword', ...next, save: false });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    intend({ area: 'session', type: 'newPassword', current, password, repeated, save: true });
    setAttempts(attempts + 1);
  };
  // Moves the focus to the field with the error.
  const errors = [view.currentError, view.passwordError, view.repeatedError];
  const wrong = errors.findIndex((error) => error !== undefined);
  const latestWrong = useRef(wrong);
  useEffect(() => {
    latestWrong.current = wrong;
  });
  useEffect(() => {
    if (attempts > 0) [currentField, first, second][latestWrong.current]?.current?.focus();
  }, [attempts]);

  const rules = [
    { name: 'length', kept: view.lengthKept },
    { name: 'same', kept: view.same },
  ] as const;
  const shared = {
    size,
    glyph: Lock,
    required: true,
    hideRequiredMark: true,
    autoComplete: 'new-password',
    showLabel: t('session.login.showPassword'),
    hideLabel: t('session.login.hidePassword'),
  };
  return (
    <form id={id} className={className} aria-labelledby={labelledBy} noValidate onSubmit={submit}>
      {heading}
      {view.error !== undefined && (
        <Note tone="danger" className={styles.note}>
          {say(view.error)}
        </Note>
      )}
      {asksCurrent && (
        <PasswordField
          {...shared}
          ref={currentField}
          autoComplete="current-password"
          label={t('password.form.current')}
          name="current-password"
          value={current}
          error={view.currentError === undefined ? undefined : say(view.currentError)}
          onChange={(event) => type({ current: event.target.value })}
        />
      )}
      <PasswordField
        {...shared}
        ref={first}
        className={asksCurrent ? styles.second : undefined}
        label={t('password.form.password')}
        name="new-password"
        autoFocus={size === 'large'}
        value={password}
        error={view.passwordError === undefined ? undefined : say(view.passwordError)}
        onChange={(event) => type({ password: event.target.value })}
      />
      <PasswordField
        {...shared}
        ref={second}
        className={styles.second}
        label={t('password.form.repeated')}
        name="new-password-again"
        value={repeated}
        error={view.repeatedError === undefined ? undefined : say(view.repeatedError)}
        onChange={(event) => type({ repeated: event.target.value })}
      />
      <ul className={styles.rules}>
        {rules.map(({ name, kept }) => (
          <li key={name} className={styles.rule} data-kept={kept}>
            <Icon glyph={kept ? CircleCheck : Circle} size={16} className={styles.mark} />
            {t(`password.form.${name}`, { max: view.longest })}
            <VisuallyHidden>{`: ${t(kept ? 'password.form.kept' : 'password.form.open')}`}</VisuallyHidden>
          </li>
        ))}
      </ul>
      {children}
    </form>
  );
}
