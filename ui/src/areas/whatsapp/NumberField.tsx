// The field for the number with which a call or an attendance begins.
import { useTranslation } from '../../i18n/useTranslation';
import { Field } from '../../design/Field';
import type { NumberInput } from './useNumberInput';

export interface NumberFieldProps {
  label: string;
  help: string;
  input: NumberInput;
}

export function NumberField({ label, help, input }: NumberFieldProps) {
  const { t } = useTranslation();
  const { field, typed, onType, tooShort } = input;
  return (
    <Field
      ref={field}
      label={label}
      type="tel"
      autoComplete="off"
      autoFocus
      maxLength={40}
      required
      value={typed}
      onChange={({ target }) => onType(target.value)}
      error={tooShort ? t('whatsapp.start.phoneTooShort') : undefined}
      help={help}
    />
  );
}
