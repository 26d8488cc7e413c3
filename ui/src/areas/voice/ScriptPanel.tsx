// The script of a call: the text that the agent follows, with the known data of the customer filled in, and the fields of the
// script.
import type { ScriptState, ScriptView } from 'core-wasm';
import { FileText } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Note } from '../../design/Note';
import { SkeletonForm, usePlaceholder } from '../../design/Skeleton';
import { ScriptFields } from './ScriptFields';
import styles from './ScriptPanel.module.css';

export interface ScriptPanelProps {
  /** Undefined if campaign or queue has no script, or it is not loaded. */
  script: ScriptView | undefined;
  state: ScriptState;
  /** Name of the customer. */
  customer: string;
  onAnswer: (fieldId: string, value: string) => void;
  onRetry: () => void;
}

export function ScriptPanel({ script, state, customer, onAnswer, onRetry }: ScriptPanelProps) {
  const { t } = useTranslation();
  const fields = script?.fields ?? [];
  const placeholder = usePlaceholder(state === 'loading' && fields.length === 0);
  const isWaiting = placeholder !== 'content';
  if (script === undefined && isWaiting)
    return (
      <div className={styles.panel} aria-busy="true">
        {placeholder === 'skeleton' && <SkeletonForm />}
      </div>
    );
  if (script === undefined && state === 'failed')
    return <ErrorState message={t('voice.script.failed')} onRetry={onRetry} />;
  if (script === undefined || (script.text === '' && fields.length === 0 && state === 'ready' && !isWaiting))
    return <EmptyState glyph={FileText} title={t('voice.script.none')} help={t('voice.script.noneText')} />;
  return (
    <div className={styles.panel} aria-busy={isWaiting || undefined}>
      {script.name !== '' && <h3 className={styles.name}>{script.name}</h3>}
      {script.text !== '' && <Speech text={script.text} customer={customer} />}
      {state === 'failed' && (
        <Note
          tone="danger"
          className={styles.part}
          action={
            <Button size="small" onClick={onRetry}>
              {t('shell.error.retry')}
            </Button>
          }
        >
          {t('voice.script.fieldsFailed')}
        </Note>
      )}
      {placeholder === 'skeleton' && (
        <div className={styles.part}>
          <SkeletonForm />
        </div>
      )}
      {!isWaiting && fields.length > 0 && (
        <div className={styles.part}>
          <ScriptFields fields={fields} onAnswer={onAnswer} />
        </div>
      )}
    </div>
  );
}

function Speech({ text, customer }: { text: string; customer: string }) {
  const { t } = useTranslation();
  const isNamed = customer !== '' && !/^[\d\s()+-]+$/.test(customer);
  return (
    <p className={styles.speech}>
      {(isNamed
        ? speechParts(text, { fullname: customer })
        : speechParts(withoutName(text), { fullname: t('voice.script.nameToAsk') })
      ).map((part, index) =>
        part.isFilled ? (
          <mark key={index} className={styles.filled}>
            <bdi>{part.text}</bdi>
          </mark>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

interface SpeechPart {
  text: string;
  isFilled: boolean;
}

/**
 * Removes the name from a greeting if the customer is known only by the number: "Bom dia, {{fullname}}." becomes "Bom dia."
 */
export function withoutName(text: string): string {
  return text
    .replace(/,\s*\{\{\s*fullname\s*\}\}(?=\s*[.,;:!?]|\s*$)/gm, '')
    .replace(/\s+\{\{\s*fullname\s*\}\}(?=\s*,)/g, '');
}

/** Splits `Bom dia, {{fullname}}.`; an unknown name stays unchanged. */
export function speechParts(text: string, values: Readonly<Record<string, string>>): ReadonlyArray<SpeechPart> {
  // Every second part is a placeholder.
  return text
    .split(/\{\{\s*(\w+)\s*\}\}/)
    .map((part, index) => {
      if (index % 2 === 0) return { text: part, isFilled: false };
      const value = values[part] ?? '';
      return value === '' ? { text: `{{${part}}}`, isFilled: false } : { text: value, isFilled: true };
    })
    .filter((part) => part.text !== '');
}
