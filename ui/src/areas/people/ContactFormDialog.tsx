// The form of a contact: for a new or an existing contact. The rules and their texts are the core's; values that another agent saved meanwhile are
// shown beside the changed fields, and saving again overwrites them.
import type { CompanyPickerView, ContactColumnView, PreferentialView, RecordFormView } from 'core-wasm';
import { UserRoundPen, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Checkbox } from '../../design/Checkbox';
import { Combobox, type ComboboxOption } from '../../design/Combobox';
import { Field } from '../../design/Field';
import { Note } from '../../design/Note';
import { dashWhenEmpty, formatStoredDay, storedDay } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { mainFields } from './contacts';
import { FormDialog } from './FormDialog';
import styles from './FormDialog.module.css';

export interface ContactFormDialogProps {
  form: RecordFormView;
  /** All columns of the data base besides the main fields. */
  columns: ReadonlyArray<ContactColumnView>;
  /** The contact's company, for its name. */
  company: ComboboxOption | null;
  preferential: PreferentialView;
  picker: CompanyPickerView;
  onPickCompany: (text: string) => void;
  onSave: (fields: Record<string, string>) => void;
  onClose: () => void;
}

const inputs = [
  { name: 'fullname', label: 'fullname', required: true, type: 'text' },
  { name: 'id', label: 'identifier', required: true, type: 'text' },
  { name: 'whatsapp_identifier', label: 'whatsapp', required: false, type: 'tel' },
  { name: 'phone1', label: 'phone', required: false, type: 'tel' },
  { name: 'email', label: 'email', required: false, type: 'email' },
  { name: 'chat_identifier', label: 'chat', required: false, type: 'text' },
] as const;

export function ContactFormDialog(props: ContactFormDialogProps) {
  const { form, columns, preferential, picker, onPickCompany, onSave, onClose } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const [initial] = useState(() => shownDays(form.values));
  const [values, setValues] = useState(initial);
  const [company, setCompany] = useState(props.company);
  const isNew = form.id === '';
  const change = (name: string, value: string): void => setValues((known) => ({ ...known, [name]: value }));
  const chooseCompany = (option: ComboboxOption | null): void => {
    setCompany(option);
    change('employer_id', option?.id ?? '');
  };
  const changed = Object.keys({ ...initial, ...values }).some((name) => (values[name] ?? '') !== (initial[name] ?? ''));
  const errorOf = (name: string): string | undefined => {
    const error = form.errors[name];
    return error === undefined ? undefined : say(error);
  };
  const otherId = form.other.employer_id;
  // The form knows the other agent's company by its id only; the contact is as that agent saved it.
  const otherCompany =
    otherId === undefined ? undefined : props.company?.id === otherId ? props.company : { id: otherId, label: otherId };
  const isConflict = Object.keys(form.other).length > 0;
  const others = shownDays(form.other);
  const field = (name: string, label: string, more: { required?: boolean; type?: string; autoFocus?: boolean }) => (
    <div key={name}>
      <Field
        {...more}
        label={label}
        autoComplete="off"
        spellCheck={false}
        value={values[name] ?? ''}
        error={errorOf(name)}
        onChange={(event) => change(name, event.target.value)}
      />
      <OtherValue value={others[name]} field={label} onUse={(value) => change(name, value)} />
    </div>
  );
  const further = columns.filter(({ database }) => !mainFields.includes(database));

  return (
    <FormDialog
      title={t(isNew ? 'people.form.newContact' : 'people.form.editContact')}
      glyph={isNew ? UserRoundPlus : UserRoundPen}
      submitLabel={t(isConflict ? 'people.form.overwrite' : isNew ? 'people.form.create' : 'people.form.save')}
      pending={form.pending}
      // The note above the fields shows this fault.
      failure={form.error === undefined || isConflict ? undefined : say(form.error)}
      attempts={form.attempts}
      changed={changed}
      onSubmit={() => onSave(withDays(values, storedDay))}
      onClose={onClose}
    >
      {isConflict && (
        <Note tone="warning" className={styles.full}>
          {t('people.form.conflict')}
        </Note>
      )}
      {inputs.map(({ name, label, required, type }) =>
        field(name, t(`people.field.${label}`), { required, type, autoFocus: name === 'fullname' }),
      )}
      <div>
        <Combobox
          label={t('people.field.employer')}
          placeholder={t('people.form.companyPlaceholder')}
          chosen={company}
          options={picker.companies.map(({ id, name }) => ({ id, label: name }))}
          searching={picker.pending}
          failed={picker.failed}
          error={errorOf('employer_id')}
          texts={{
            count: (count) => t('people.form.companiesFound', { count }),
            loading: t('people.form.searchingCompanies'),
            nothing: t('people.form.noCompany'),
            failed: t('people.form.companiesFailed'),
            clear: t('people.form.removeCompany'),
          }}
          onSearch={onPickCompany}
          onChoose={chooseCompany}
        />
        <OtherValue
          value={otherCompany?.label}
          field={t('people.field.employer')}
          onUse={() => chooseCompany(otherCompany === undefined || otherCompany.id === '' ? null : otherCompany)}
        />
      </div>
      {further.length > 0 && <h3 className={styles.heading}>{t('people.form.further')}</h3>}
      {further.map(({ database, label }) => field(database, label, {}))}
      <div className={styles.full}>
        {preferential.of === 'other' ? (
          <p className={styles.reason}>{t('people.wallet.other', { agent: preferential.name })}</p>
        ) : (
          <Checkbox
            label={t('people.form.preferential')}
            checked={values.preferential === 'Y'}
            onChange={(checked) => change('preferential', checked ? 'Y' : 'N')}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** Columns of the data base have no type: a value in the form of a date is a date. Main fields are never dates. */
function withDays(values: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, mainFields.includes(name) ? value : change(value)]),
  );
}

const shownDays = (values: Record<string, string>): Record<string, string> => withDays(values, formatStoredDay);

/** The value that another agent saved in a field that this agent changed. */
export function OtherValue({
  value,
  field,
  onUse,
}: {
  value: string | undefined;
  field: string;
  onUse: (value: string) => void;
}) {
  const { t } = useTranslation();
  if (value === undefined) return null;
  return (
    <p className={styles.other}>
      <span className={styles.otherText}>{t('people.form.otherValue', { value: dashWhenEmpty(value) })}</span>
      <button
        type="button"
        className={styles.use}
        aria-label={t('people.form.useOtherLabel', { field })}
        onClick={() => onUse(value)}
      >
        {t('people.form.useOther')}
      </button>
    </p>
  );
}
