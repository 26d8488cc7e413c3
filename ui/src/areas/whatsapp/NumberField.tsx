// The field for the number with which a call or an attendance begins.
import { useTranslation } from '../../i18n/useTranslation';
import { Field } from '../../design/Field';
import type { NumberInput } from './useNumberInput';

export interface NumberFieldProps {
  label: string;
  /** Instead of how numbers are written. */
  help?: string | undefined;
  input: NumberInput;
}

export function NumberField({ label, help, input }: NumberFieldProps) {
  const { t } = useTranslation();
  const { field, typed, onType, tooShort, country } = input;
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
      error={
        tooShort
          ? t(country === 'BR' ? 'whatsapp.start.phoneTooShort' : 'whatsapp.start.phoneTooShortElsewhere')
          : undefined
      }
      help={
        help ?? t(country === 'BR' ? 'whatsapp.startDialog.numberHelp' : 'whatsapp.startDialog.numberHelpElsewhere')
      }
    />
  );
}
