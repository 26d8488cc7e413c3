// The script of a call: the text that the agent follows, with what is known of the customer filled in, and the fields of the script.
import type { ScriptView } from 'core-wasm';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../design/EmptyState';
import { FileText } from 'lucide-react';
import styles from './ScriptPanel.module.css';

export interface ScriptPanelProps {
  /** Undefined if campaign or queue has none, or it is not loaded. */
  script: Pick<ScriptView, 'name' | 'text'> | undefined;
  /** Name of the customer. */
  customer: string;
}

export function ScriptPanel({ script, customer }: ScriptPanelProps) {
  const { t } = useTranslation();
  if (script === undefined || script.text === '')
    return <EmptyState glyph={FileText} title={t('voice.script.none')} help={t('voice.script.noneText')} />;
  return (
    <div className={styles.panel}>
      {script.name !== '' && <h3 className={styles.name}>{script.name}</h3>}
      <p className={styles.speech}>
        {speechParts(script.text, { fullname: customer }).map(({ text, isFilled }, index) =>
          isFilled ? (
            <mark key={index} className={styles.filled}>
              <bdi>{text}</bdi>
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </div>
  );
}

interface SpeechPart {
  text: string;
  isFilled: boolean;
}

/** Splits `Bom dia, {{fullname}}.`; a name that is not known stays as it is. */
export function speechParts(text: string, values: Readonly<Record<string, string>>): ReadonlyArray<SpeechPart> {
  // Every second part is a name.
  return text
    .split(/\{\{\s*(\w+)\s*\}\}/)
    .map((part, index) => {
      if (index % 2 === 0) return { text: part, isFilled: false };
      const value = values[part] ?? '';
      return value === '' ? { text: `{{${part}}}`, isFilled: false } : { text: value, isFilled: true };
    })
    .filter((part) => part.text !== '');
}
