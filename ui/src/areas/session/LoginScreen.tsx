// The sign-in page. It keeps the typed text and checks that both fields are filled; everything else is a prop.
import { Lock, UserRound } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { lazyArea } from '../../design/lazyArea';
import { Button } from '../../design/Button';
import { Field } from '../../design/Field';
import { Note } from '../../design/Note';
import { PasswordField } from '../../design/PasswordField';
import type { Language } from '../../i18n/language';
import type { SoundTestProps } from './SoundTest';
import styles from './LoginScreen.module.css';
import { SignInFrame } from './SignInFrame';

/** Loaded lazily: signing in does not need it. */
const SoundTest = lazyArea(() => import('./SoundTest'), { component: 'SoundTest', words: [] });

export interface LoginScreenProps {
  initialLogin?: string | undefined;
  pending: boolean;
  /** Why the last attempt failed. */
  error?: string | undefined;
  /** The agent's possible next steps after that failure. */
  errorHelp?: string | undefined;
  /** Information before signing in, for example that the session expired. */
  notice?: string | undefined;
  soundTest: SoundTestProps;
  language: Language;
  onLanguageChange: (language: Language) => void;
  onSubmit: (login: string, password: string) => void;
}

export function LoginScreen({
  initialLogin = '',
  pending,
  error,
  errorHelp,
  notice,
  soundTest,
  language,
  onLanguageChange,
  onSubmit,
}: LoginScreenProps) {
  const { t } = useTranslation();
  const [login, setLogin] = useState(initialLogin);
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pending) return;
    setSubmitted(true);
    if (login.trim() === '') loginField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else onSubmit(login.trim(), password);
  };
  const missing = (value: string): string | undefined =>
    submitted && value.trim() === '' ? t('shell.form.required') : undefined;

  return (
    <SignInFrame language={language} onLanguageChange={onLanguageChange}>
      <form className={styles.form} aria-labelledby="login-title" noValidate onSubmit={submit}>
        <h1 id="login-title" className={styles.title}>
          {t('session.login.title')}
        </h1>
        <p className={styles.lead}>{t('session.login.lead')}</p>
        {error !== undefined && (
          <Note tone="danger" className={styles.note}>
            {error}
            {errorHelp !== undefined && <span className={styles.errorHelp}>{errorHelp}</span>}
          </Note>
        )}
        {error === undefined && notice !== undefined && (
          <Note tone="info" className={styles.note}>
            {notice}
          </Note>
        )}
        <Field
          ref={loginField}
          size="large"
          label={t('session.login.user')}
          glyph={UserRound}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hideRequiredMark
          autoFocus={initialLogin === ''}
          value={login}
          error={missing(login)}
          onChange={(event) => setLogin(event.target.value)}
        />
        <PasswordField
          ref={passwordField}
          className={styles.second}
          size="large"
          label={t('session.login.password')}
          glyph={Lock}
          name="password"
          autoComplete="current-password"
          required
          hideRequiredMark
          autoFocus={initialLogin !== ''}
          showLabel={t('session.login.showPassword')}
          hideLabel={t('session.login.hidePassword')}
          value={password}
          error={missing(password)}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" tone="primary" size="large" fullWidth className={styles.submit} pending={pending}>
          {t('session.login.submit')}
        </Button>
        <p className={styles.help}>{t('session.login.help')}</p>
        <div className={styles.soundTest}>
          <SoundTest {...soundTest} />
        </div>
      </form>
    </SignInFrame>
  );
}
