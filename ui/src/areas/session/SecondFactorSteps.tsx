// The steps of a second factor: a code, the app's secret with its first code, the recovery codes. The sign-in page and the dialog of the agent's
// menu use them. The forms keep the typed text; the core decides which step and which errors are shown.
import type { Intent, SecondFactorView } from 'core-wasm';
import { Copy, Download, KeyRound, Printer, Smartphone } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { Field } from '../../design/Field';
import { Note } from '../../design/Note';
import { useTranslation } from '../../i18n/useTranslation';
import { useCoreText } from '../../i18n/text';
import { copyText } from '../../shared/copyText';
import { saveFile } from '../../shared/saveFile';
import styles from './SecondFactor.module.css';

export interface StepProps {
  view: SecondFactorView;
  intend: (intent: Intent) => void;
  size: 'medium' | 'large';
  id: string;
  /** The buttons, if the frame does not have them. */
  children?: ReactNode;
}

const qrSize = 168;

/** Why the last request failed, if no single field is wrong. */
export function StepError({ view }: { view: SecondFactorView }) {
  const say = useCoreText();
  return view.error === undefined ? null : (
    <Note tone="danger" className={styles.note}>
      {say(view.error)}
    </Note>
  );
}

export interface CodeFieldProps {
  view: SecondFactorView;
  size: 'medium' | 'large';
  /** `any`: a code of the app or a recovery code. */
  kind: 'app' | 'recovery' | 'any';
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
  className?: string | undefined;
}

/** A refused code is selected, so that the agent's typing replaces it. */
export function CodeField({ view, size, kind, value, onChange, autoFocus = false, className }: CodeFieldProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const field = useRef<HTMLInputElement>(null);
  const error = view.codeError === undefined ? undefined : say(view.codeError);
  const isRefused = error !== undefined && !view.saving;
  useEffect(() => {
    if (isRefused) field.current?.select();
  }, [isRefused]);
  return (
    <Field
      ref={field}
      size={size}
      className={className}
      label={t(`secondFactor.code.${kind}`)}
      glyph={kind === 'recovery' ? KeyRound : Smartphone}
      name="code"
      autoComplete="one-time-code"
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoCapitalize={kind === 'app' ? 'none' : 'characters'}
      spellCheck={false}
      required
      hideRequiredMark
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The step that asks for a code after the password at sign-in. */
export function CodeStep({ view, intend, size, id, children }: StepProps) {
  const kind = view.step === 'recoveryCode' ? 'recovery' : 'app';
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    intend({ area: 'session', type: 'giveCode', code });
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <StepError view={view} />
      <CodeField view={view} size={size} kind={kind} value={code} onChange={setCode} autoFocus />
      {children}
    </form>
  );
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

/** The step with the QR code, the secret as text, and the first code of the app. */
export function FirstCodeStep({ view, intend, size, id, children }: StepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    intend({ area: 'session', type: 'giveCode', code });
  };
  const copy = (): void =>
    void copyText(view.secret).then((copied) =>
      announce(t(copied ? 'secondFactor.setUp.copied' : 'secondFactor.codes.copyFailed')),
    );
  return (
    <form id={id} noValidate onSubmit={submit}>
      <StepError view={view} />
      <ol className={styles.steps}>
        <li>{t('secondFactor.setUp.install')}</li>
        <li>
          {t('secondFactor.setUp.scan')}
          <div className={styles.app}>
            <div className={styles.picture}>
              <QRCodeSVG value={view.uri} size={qrSize} marginSize={2} title={t('secondFactor.setUp.picture')} />
            </div>
            <div className={styles.secret}>
              <span className={styles.hint}>{t('secondFactor.setUp.type')}</span>
              <code className={styles.text} data-testid="app-secret">
                {inGroups(view.secret)}
              </code>
              <Button size="small" glyph={Copy} onClick={copy}>
                {t('secondFactor.setUp.copy')}
              </Button>
            </div>
          </div>
        </li>
        <li>{t('secondFactor.setUp.confirm')}</li>
      </ol>
      <CodeField view={view} size={size} kind="app" value={code} onChange={setCode} />
      {children}
    </form>
  );
}

/** The step with the ten recovery codes, which are shown once. */
export function RecoveryCodesStep({ view, intend, id, children }: Omit<StepProps, 'size'>) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(false);
  const [asked, setAsked] = useState(false);
  const text = view.recoveryCodes.join('\n');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (kept) intend({ area: 'session', type: 'keepRecoveryCodes' });
  };
  const copy = (): void =>
    void copyText(text).then((copied) =>
      announce(t(copied ? 'secondFactor.codes.copied' : 'secondFactor.codes.copyFailed')),
    );
  const download = (): void =>
    saveFile(new Blob([`${t('secondFactor.codes.fileTitle')}\n\n${text}\n`], { type: 'text/plain' }), 'codigos.txt');
  return (
    <form id={id} noValidate onSubmit={submit}>
      <StepError view={view} />
      <Note tone="warning" className={styles.note}>
        {t('secondFactor.codes.once')}
      </Note>
      <ul className={styles.codes} data-prints aria-label={t('secondFactor.codes.title')}>
        {view.recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button size="small" glyph={Copy} onClick={copy}>
          {t('secondFactor.codes.copy')}
        </Button>
        <Button size="small" glyph={Download} onClick={download}>
          {t('secondFactor.codes.download')}
        </Button>
        <Button size="small" glyph={Printer} onClick={printCodes}>
          {t('secondFactor.codes.print')}
        </Button>
      </div>
      <Checkbox label={t('secondFactor.codes.kept')} checked={kept} onChange={setKept} />
      {asked && !kept && (
        <Note tone="danger" className={styles.after}>
          {t('secondFactor.codes.confirmFirst')}
        </Note>
      )}
      {children}
    </form>
  );
}

/** Prints only the codes: the style sheet hides everything else while the root element has this attribute. */
function printCodes(): void {
  const root = document.documentElement;
  root.setAttribute('data-printing', 'codes');
  window.print();
  root.removeAttribute('data-printing');
}
