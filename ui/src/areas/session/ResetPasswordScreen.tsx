// The page of the new password: two fields and the rules, or the message that the link is no longer valid.
import type { Intent, NewPasswordView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { addressOf } from '../../shared/addresses';
import { Button } from '../../design/Button';
import { Note } from '../../design/Note';
import type { Language } from '../../i18n/language';
import { useCoreText, useLanguage } from '../../i18n/text';
import styles from './LoginScreen.module.css';
import { NewPasswordForm } from './NewPasswordForm';
import formStyles from './NewPasswordForm.module.css';
import { SignInFrame } from './SignInFrame';

export interface ResetPasswordScreenProps {
  view: NewPasswordView;
  intend: (intent: Intent) => void;
  onLanguageChange: (language: Language) => void;
}

export function ResetPasswordScreen({ view, intend, onLanguageChange }: ResetPasswordScreenProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const title = (
    <h1 id="new-password-title" className={styles.title}>
      {t('password.form.title')}
    </h1>
  );
  const away = (
    <a className={formStyles.away} href={addressOf('/login')}>
      {t('password.form.toLogin')}
    </a>
  );
  return (
    <SignInFrame language={useLanguage()} onLanguageChange={onLanguageChange}>
      {view.linked ? (
        <NewPasswordForm
          view={view}
          intend={intend}
          id="new-password"
          size="large"
          className={styles.form}
          labelledBy="new-password-title"
          heading={
            <>
              {title}
              <p className={styles.lead}>{t('password.form.lead')}</p>
            </>
          }
        >
          <Button type="submit" tone="primary" size="large" fullWidth className={styles.submit} pending={view.saving}>
            {t('password.form.save')}
          </Button>
          {away}
        </NewPasswordForm>
      ) : (
        <div className={styles.form}>
          {title}
          <Note tone="danger" className={formStyles.gone}>
            {view.error === undefined ? t('password.form.noLink') : say(view.error)}
          </Note>
          {away}
        </div>
      )}
    </SignInFrame>
  );
}
