// Connects LoginScreen with the core. The form can be filled in and submitted before the core is loaded.
import type { SessionView, Text } from 'core-wasm';
import { useState } from 'react';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { useProductName } from '../../core/page/brand';
import { useToday } from '../../core/page/today';
import type { Language } from '../../i18n/language';
import { formatListTime } from '../../i18n/format';
import { useCoreText, useLanguage } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { LoginScreen } from './LoginScreen';
import type { SoundTestProps } from './SoundTest';

export interface LoginPageProps {
  /** Undefined until the core is loaded. */
  session: SessionView | undefined;
  /** Form values that are sent to the core once it is loaded. */
  signIn: (login: string, password: string) => void;
  soundTest: SoundTestProps;
  onLanguageChange: (language: Language) => void;
}

export function LoginPage({ session, signIn, soundTest, onLanguageChange }: LoginPageProps) {
  const productName = useProductName();
  const say = useCoreText();
  const language = useLanguage();
  const [submitted, setSubmitted] = useState(false);
  useDocumentTitle(productName);

  const submit = (login: string, password: string): void => {
    setSubmitted(true);
    signIn(login, password);
  };
  return (
    <LoginScreen
      initialLogin={session?.login ?? ''}
      pending={(submitted && session === undefined) || session?.phase === 'signingIn' || session?.phase === 'checking'}
      error={session?.error === undefined ? undefined : say(session.error)}
      errorHelp={useErrorHelp(session?.error)}
      notice={session?.notice === undefined ? undefined : say(session.notice)}
      soundTest={soundTest}
      language={language}
      onLanguageChange={onLanguageChange}
      onSubmit={submit}
    />
  );
}

/** The agent's other session: its place, its beginning, and how to continue here. */
function useErrorHelp(error: Text | undefined): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  if (error?.key !== 'session.login.alreadyConnected') return undefined;
  const since = Number(error.params.since);
  return Number.isFinite(since)
    ? t('session.login.elsewhereSince', { time: formatListTime(since, today, language, t) })
    : t('session.login.elsewhere');
}
