// The agent's own second factor, from the agent's menu: its state, setting it up with the password, turning it off and getting new recovery codes
// with password and code.
import type { Intent, SecondFactorView } from 'core-wasm';
import { KeyRound, Lock, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { PasswordField } from '../../design/PasswordField';
import { SkeletonChoices, usePlaceholder } from '../../design/Skeleton';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './SecondFactor.module.css';
import { CodeField, FirstCodeStep, RecoveryCodesStep, StepError } from './SecondFactorSteps';

export interface SecondFactorDialogProps {
  view: SecondFactorView;
  intend: (intent: Intent) => void;
  onClose: () => void;
}

const formId = 'second-factor';

type Action = 'none' | 'setUp' | 'remove' | 'renew' | 'next';

function actionOf({ step, own }: SecondFactorView): Action {
  if (step === 'firstCode' || step === 'recoveryCodes') return 'next';
  if (own === undefined) return 'none';
  if (own.active) return own.policy === 'required' ? 'renew' : 'remove';
  return own.policy === 'off' ? 'none' : 'setUp';
}

const labels = {
  setUp: 'secondFactor.own.setUp',
  remove: 'secondFactor.own.remove',
  renew: 'secondFactor.own.renew',
  next: 'secondFactor.continue',
} as const;

export function SecondFactorDialog({ view, intend, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const action = actionOf(view);
  const shared = { view, intend, id: formId } as const;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('secondFactor.title')}
      glyph={ShieldCheck}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t(action === 'none' ? 'shell.dialog.close' : 'shell.dialog.cancel')}
          </Button>
          {action !== 'none' && (
            <Button
              tone={action === 'remove' ? 'danger' : 'primary'}
              type="submit"
              form={formId}
              pending={view.saving || view.step === 'preparing'}
            >
              {t(labels[action])}
            </Button>
          )}
        </>
      }
    >
      {view.step === 'firstCode' ? (
        <FirstCodeStep {...shared} size="medium" />
      ) : view.step === 'recoveryCodes' ? (
        <RecoveryCodesStep {...shared} />
      ) : (
        <OwnFactor key={String(view.own?.active)} {...shared} action={action} />
      )}
    </Dialog>
  );
}

function OwnFactor({
  view,
  intend,
  action,
}: {
  view: SecondFactorView;
  intend: (intent: Intent) => void;
  action: Action;
}) {
  const { t } = useTranslation();
  const say = useCoreText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const placeholder = usePlaceholder(view.own === undefined && view.error === undefined);
  const isWrong = view.passwordError !== undefined && !view.saving;
  useEffect(() => {
    if (isWrong) field.current?.select();
  }, [isWrong]);
  const renew = (): void => intend({ area: 'session', type: 'renewRecoveryCodes', password, code });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (action === 'renew') renew();
    else if (action === 'remove') intend({ area: 'session', type: 'removeSecondFactor', password, code });
    else intend({ area: 'session', type: 'setUpSecondFactor', password });
  };
  const { own } = view;
  if (own === undefined && view.error !== undefined) return <StepError view={view} />;
  if (own === undefined || placeholder !== 'content')
    return <div aria-busy="true">{placeholder === 'skeleton' && <SkeletonChoices count={2} />}</div>;
  return (
    <form id={formId} noValidate onSubmit={submit}>
      <StepError view={view} />
      <p className={styles.state}>
        {t(own.active ? 'secondFactor.own.active' : 'secondFactor.own.inactive')}
        {own.active && ` ${t('secondFactor.own.left', { count: own.recoveryCodesLeft })}`}
        {own.active && own.policy === 'required' && ` ${t('secondFactor.own.required')}`}
      </p>
      {action !== 'none' && (
        <PasswordField
          ref={field}
          label={t('password.form.current')}
          glyph={Lock}
          name="current-password"
          autoComplete="current-password"
          required
          hideRequiredMark
          showLabel={t('session.login.showPassword')}
          hideLabel={t('session.login.hidePassword')}
          value={password}
          error={view.passwordError === undefined ? undefined : say(view.passwordError)}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {own.active && (
        <>
          <CodeField className={styles.second} view={view} size="medium" kind="any" value={code} onChange={setCode} />
          <p className={styles.renew}>{t('secondFactor.own.renewHint')}</p>
          {action === 'remove' && (
            <Button size="small" glyph={KeyRound} pending={view.saving} onClick={renew}>
              {t('secondFactor.own.renew')}
            </Button>
          )}
        </>
      )}
    </form>
  );
}
