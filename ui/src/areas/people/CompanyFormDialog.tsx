// The form of a company: add or edit (EMP-003). The rules and their texts are the core's (EMP-004 to EMP-019).
import type { RecordFormView } from 'core-wasm';
import { Building2, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Field } from '../../design/Field';
import { IconButton } from '../../design/IconButton';
import { Note } from '../../design/Note';
import { useCoreText } from '../../i18n/text';
import { OtherValue } from './ContactFormDialog';
import { formatCnpj } from './contacts';
import { FormDialog } from './FormDialog';
import styles from './FormDialog.module.css';

export interface CompanyRole {
  employerRoleId: string;
  name: string;
}

export interface CompanyFormDialogProps {
  form: RecordFormView;
  onSave: (fields: Record<string, string>, roles: CompanyRole[]) => void;
  onClose: () => void;
}

interface TypedRole extends CompanyRole {
  /** New roles have no id yet. */
  key: number;
}

const inputs = [
  { name: 'name', required: true },
  { name: 'socialName', required: false },
  { name: 'code', required: true },
  { name: 'cnpj', required: false },
] as const;

export function CompanyFormDialog({ form, onSave, onClose }: CompanyFormDialogProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const [initial] = useState(() => ({ ...form.values, cnpj: formatCnpj(form.values.cnpj ?? '') }));
  const [values, setValues] = useState<Record<string, string>>(initial);
  const [roles, setRoles] = useState<ReadonlyArray<TypedRole>>(() =>
    form.roles.map(({ employerRoleId, name }, key) => ({ employerRoleId, name, key })),
  );
  const [rolesChanged, setRolesChanged] = useState(false);
  const isNew = form.id === '';
  const change = (name: string, value: string): void => setValues((known) => ({ ...known, [name]: value }));
  const changeRoles = (next: ReadonlyArray<TypedRole>): void => {
    setRolesChanged(true);
    setRoles(next);
  };
  const changed =
    rolesChanged || Object.entries(values).some(([name, value]) => value !== (initial[name as 'cnpj'] ?? ''));
  const isConflict = Object.keys(form.other).length > 0;
  const add = (): void =>
    changeRoles([...roles, { employerRoleId: '', name: '', key: Math.max(-1, ...roles.map(({ key }) => key)) + 1 }]);

  return (
    <FormDialog
      title={t(isNew ? 'people.form.newCompany' : 'people.form.editCompany')}
      glyph={Building2}
      submitLabel={t(isConflict ? 'people.form.overwrite' : isNew ? 'people.form.create' : 'people.form.save')}
      pending={form.pending}
      // The note above the fields shows this fault.
      failure={form.error === undefined || isConflict ? undefined : say(form.error)}
      attempts={form.attempts}
      changed={changed}
      onSubmit={() =>
        onSave(
          values,
          roles.map(({ employerRoleId, name }) => ({ employerRoleId, name })),
        )
      }
      onClose={onClose}
    >
      {isConflict && (
        <Note tone="warning" className={styles.full}>
          {t('people.form.conflict')}
        </Note>
      )}
      {inputs.map(({ name, required }) => {
        const label = t(`people.company.${name}`);
        const error = form.errors[name];
        return (
          <div key={name}>
            <Field
              label={label}
              required={required}
              autoFocus={name === 'name'}
              autoComplete="off"
              spellCheck={false}
              inputMode={name === 'cnpj' ? 'numeric' : undefined}
              help={name === 'cnpj' ? t('people.company.cnpjHelp') : undefined}
              value={values[name] ?? ''}
              error={error === undefined ? undefined : say(error)}
              onChange={(event) => change(name, event.target.value)}
              // The number is grouped when the agent leaves the field: a mask while typing would move the caret.
              onBlur={name === 'cnpj' ? (event) => change(name, formatCnpj(event.target.value.trim())) : undefined}
            />
            <OtherValue value={form.other[name]} field={label} onUse={(value) => change(name, value)} />
          </div>
        );
      })}
      <div className={styles.roles} role="group" aria-label={t('people.company.roles')}>
        <h3 className={styles.heading}>{t('people.company.roles')}</h3>
        {roles.map((role, index) => {
          const error = form.roles[index]?.name === role.name.trim() ? form.roles[index].error : undefined;
          return (
            <div key={role.key} className={styles.role}>
              <span className={styles.roleField}>
                <Field
                  label={t('people.company.role', { number: index + 1 })}
                  autoComplete="off"
                  autoFocus={role.employerRoleId === '' && role.name === ''}
                  value={role.name}
                  error={error === undefined ? undefined : say(error)}
                  onChange={(event) =>
                    changeRoles(
                      roles.map((other) => (other.key === role.key ? { ...other, name: event.target.value } : other)),
                    )
                  }
                />
              </span>
              <IconButton
                glyph={Trash2}
                label={t('people.company.removeRole', { number: index + 1 })}
                className={styles.remove}
                onClick={() => changeRoles(roles.filter(({ key }) => key !== role.key))}
              />
            </div>
          );
        })}
        <Button size="small" glyph={Plus} onClick={add}>
          {t('people.company.addRole')}
        </Button>
      </div>
    </FormDialog>
  );
}
