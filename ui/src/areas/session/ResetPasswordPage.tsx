// Connects ResetPasswordScreen with the core: opened by a supervisor's link, or by a sign-in that requires a new password. Rarely used, so it is a
// separate chunk.
import { useTranslation } from '../../i18n/useTranslation';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { useIntent, useSlice } from '../../core/react';
import type { Language } from '../../i18n/language';
import { ResetPasswordScreen } from './ResetPasswordScreen';

export default function ResetPasswordPage({ onLanguageChange }: { onLanguageChange: (language: Language) => void }) {
  const { t } = useTranslation();
  const { newPassword: view } = useSlice('session');
  useDocumentTitle(t('password.form.title'));
  return <ResetPasswordScreen view={view} intend={useIntent()} onLanguageChange={onLanguageChange} />;
}
