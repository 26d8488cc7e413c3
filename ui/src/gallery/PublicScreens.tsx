// The pages before and beside the workspace.
import { RecoveryPage, StartFailedPage } from '../app/RecoveryPages';
import { LostConnectionPage, TabDisabledPage } from '../areas/connection/ConnectionPages';
import { ResetPasswordScreen } from '../areas/session/ResetPasswordScreen';
import { LoginScreen } from '../areas/session/LoginScreen';
import { SecondFactorScreen } from '../areas/session/SecondFactorScreen';
import { ReconnectingPage, UnsupportedBrowserPage } from '../areas/session/PublicPages';
import { changeLanguage } from '../i18n';
import { useLanguage } from '../i18n/text';
import { factorStates } from './factorSamples';
import { ignore, newPasswordStates, openedAt } from './samples';

const notices: Readonly<Record<string, string>> = {
  notice: 'Sessão expirada. Entre de novo para voltar aos seus atendimentos.',
  idle: 'Sua sessão terminou porque ficou sem uso. Entre de novo para voltar aos seus atendimentos.',
  saved: 'Senha alterada. Entre com a nova senha.',
};

export function LoginGallery({ state }: { state: string }) {
  const language = useLanguage();
  return (
    <LoginScreen
      initialLogin="juliana.castro"
      pending={state === 'pending'}
      error={state === 'error' ? 'Usuário ou senha inválidos' : undefined}
      notice={notices[state]}
      soundTest={{ blocked: false, onTest: ignore }}
      language={language}
      onLanguageChange={(next) => void changeLanguage(next)}
      onSubmit={ignore}
    />
  );
}

export function PasswordGallery({ state }: { state: string }) {
  const view = newPasswordStates[state];
  return view === undefined ? null : (
    <ResetPasswordScreen view={view} intend={ignore} onLanguageChange={(next) => void changeLanguage(next)} />
  );
}

export function FactorGallery({ state }: { state: string }) {
  const view = factorStates[state];
  return view === undefined ? null : (
    <SecondFactorScreen view={view} intend={ignore} onLanguageChange={(next) => void changeLanguage(next)} />
  );
}

export function PagesGallery({ page }: { page: string }) {
  switch (page) {
    case 'tab':
      return <TabDisabledPage onTakeOver={ignore} />;
    case 'lost':
      return <LostConnectionPage retryAt={openedAt + 12_000} pending={false} onRetry={ignore} />;
    case 'reconnecting':
      return <ReconnectingPage retryAt={openedAt + 8_000} onRetry={ignore} />;
    case 'startFailed':
      return <StartFailedPage />;
    case 'recovery':
      return <RecoveryPage onCleanStart={() => Promise.resolve()} />;
    default:
      return <UnsupportedBrowserPage />;
  }
}
