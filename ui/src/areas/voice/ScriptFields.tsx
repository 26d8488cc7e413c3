// The fields of a script. Each answer is sent to the core at once, so that it survives a change of the attendance and a reload.
import type { ScriptFieldView } from 'core-wasm';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Checkbox } from '../../design/Checkbox';
import { DayField } from '../../design/DayField';
import { Field, FieldLabel } from '../../design/Field';
import { Select } from '../../design/Select';
import { TextArea } from '../../design/TextArea';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './ScriptFields.module.css';

export interface ScriptFieldsProps {
  fields: ReadonlyArray<ScriptFieldView>;
  onAnswer: (fieldId: string, value: string) => void;
}

interface FieldProps {
  field: ScriptFieldView;
  onAnswer: (value: string) => void;
}

/** Maximum length of an answer on the server. */
const longestAnswer = 254;
const yes = 'true';
/** An empty answer would restore the server's answer (QUA-007). */
const no = 'false';

const inputs = {
  text: TextField,
  number: NumberField,
  date: DateField,
  select: SelectField,
  checkbox: CheckboxField,
} as const satisfies Record<ScriptFieldView['kind'], (props: FieldProps) => ReactNode>;

export function ScriptFields({ fields, onAnswer }: ScriptFieldsProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('voice.script.fields')}>
      <div className={styles.fields}>
        {fields.map((field) => {
          const Input = inputs[field.kind];
          return <Input key={field.id} field={field} onAnswer={(value) => onAnswer(field.id, value)} />;
        })}
      </div>
      <UnsupportedItems list="scriptFields" />
      <p className={styles.help}>{t('voice.script.fieldsHelp')}</p>
    </div>
  );
}

/** The typed text is shown until the field loses the focus: the core drops an empty answer and shows the server's answer again (QUA-007). */
function useTyped({ field, onAnswer }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  return {
    isTyping: typed !== undefined,
    value: typed ?? field.value,
    type: (text: string) => {
      setTyped(text);
      onAnswer(text);
    },
    leave: () => setTyped(undefined),
  };
}

function TextField(props: FieldProps) {
  const { value, type, leave } = useTyped(props);
  return (
    <TextArea
      className={styles.wide}
      label={props.field.name}
      rows={1}
      maxLength={longestAnswer}
      value={value}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

function NumberField(props: FieldProps) {
  const { t } = useTranslation();
  const { value, isTyping, type, leave } = useTyped(props);
  return (
    <Field
      label={props.field.name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={longestAnswer}
      value={value}
      error={isTyping || isNumber(value) ? undefined : t('voice.script.notNumber')}
      onChange={(event) => type(event.target.value.replace(/[^\d.,-]/g, ''))}
      onBlur={leave}
    />
  );
}

/** An empty answer is no error. */
export function isNumber(text: string): boolean {
  return text === '' || /^-?\d+([.,]\d+)*$/.test(text);
}

/** The field of the product, because the form of a browser's date field follows the browser and not the page. */
function DateField({ field: { name, value }, onAnswer }: FieldProps) {
  return <DayField label={name} value={value} onChange={onAnswer} />;
}

function SelectField({ field, onAnswer }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { name, value, options } = field;
  // An earlier answer that is no longer among the choices.
  const former = value === '' || options.includes(value) ? [] : [value];
  return (
    <div>
      <FieldLabel htmlFor={id} required={false}>
        {name}
      </FieldLabel>
      <Select
        id={id}
        size="large"
        label={name}
        value={value}
        options={[
          { value: '', label: t('voice.script.choose') },
          ...[...former, ...options].map((option) => ({ value: option, label: option })),
        ]}
        onChange={onAnswer}
      />
    </div>
  );
}

function CheckboxField({ field, onAnswer }: FieldProps) {
  return (
    <div className={styles.checkbox}>
      <Checkbox label={field.name} checked={isYes(field.value)} onChange={(checked) => onAnswer(checked ? yes : no)} />
    </div>
  );
}

/** The server stores the values of earlier interfaces, too. */
function isYes(value: string): boolean {
  return /^(true|1|s|sim|y|yes)$/i.test(value);
}
