// The sign-in page after a right password: the code, or the set-up of an authenticator app with its recovery codes.
import type { FactorStep, Intent, SecondFactorView } from 'core-wasm';
import { Button } from '../../design/Button';
import { StartupLoader } from './PublicPages';
import { useLanguage } from '../../i18n/text';
import type { Language } from '../../i18n/language';
import { useTranslation } from '../../i18n/useTranslation';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import styles from './LoginScreen.module.css';
import factorStyles from './SecondFactor.module.css';
import { CodeStep, FirstCodeStep, RecoveryCodesStep } from './SecondFactorSteps';
import { SignInFrame } from './SignInFrame';

export interface SecondFactorScreenProps {
  view: SecondFactorView;
  intend: (intent: Intent) => void;
  onLanguageChange: (language: Language) => void;
}

const titleId = 'second-factor-title';
const wordsOf = {
  appCode: 'code',
  recoveryCode: 'recovery',
  firstCode: 'setUp',
  recoveryCodes: 'codes',
} as const satisfies Partial<Record<FactorStep, string>>;

export function SecondFactorScreen({ view, intend, onLanguageChange }: SecondFactorScreenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { step } = view;
  useDocumentTitle(t('secondFactor.title'));
  if (step === 'password' || step === 'preparing') return <StartupLoader />;
  const words = wordsOf[step];
  const shared = { view, intend, id: 'second-factor', size: 'large' } as const;
  const submit = (
    <Button type="submit" tone="primary" size="large" fullWidth className={styles.submit} pending={view.saving}>
      {t(step === 'recoveryCodes' || step === 'firstCode' ? 'secondFactor.continue' : 'session.login.submit')}
    </Button>
  );
  const leave = (
    <Button tone="ghost" onClick={() => intend({ area: 'session', type: 'leaveSecondFactor' })}>
      {t('secondFactor.back')}
    </Button>
  );
  return (
    <SignInFrame language={language} onLanguageChange={onLanguageChange}>
      <section className={styles.form} aria-labelledby={titleId}>
        <h1 id={titleId} className={styles.title}>
          {t(`secondFactor.${words}.title`)}
        </h1>
        <p className={styles.lead}>{t(`secondFactor.${words}.lead`)}</p>
        {step === 'firstCode' && (
          <FirstCodeStep {...shared}>
            {submit}
            <div className={factorStyles.others}>{leave}</div>
          </FirstCodeStep>
        )}
        {step === 'recoveryCodes' && <RecoveryCodesStep {...shared}>{submit}</RecoveryCodesStep>}
        {(step === 'appCode' || step === 'recoveryCode') && (
          <CodeStep key={step} {...shared}>
            {submit}
            <div className={factorStyles.others}>
              <Button tone="ghost" onClick={() => intend({ area: 'session', type: 'changeCodeKind' })}>
                {t(step === 'appCode' ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
              </Button>
              {leave}
            </div>
          </CodeStep>
        )}
      </section>
    </SignInFrame>
  );
}
