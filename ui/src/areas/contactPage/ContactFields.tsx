// The fields of a contact by category, in the order of the org unit's columns (CTC-005); each can be edited in place.
import type { ContactFieldView, RecordFormView } from 'core-wasm';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { formatPhone, formatStoredDay, storedDay } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import type { NumberChannel, PhoneNumber } from '../../shared/numberChannels';
import { columnLabel } from '../people/columnLabel';
import { InlineField, type EditableField } from '../contacts/InlineField';
import styles from './ContactFields.module.css';
import { identifierWords, isOfVisitor } from '../../i18n/visitors';

export interface ContactFieldsProps {
  fields: ReadonlyArray<ContactFieldView>;
  /** The field that is being edited in place; undefined if none is. */
  form: RecordFormView | undefined;
  onSave: (field: string, value: string) => void;
  onLeave: () => void;
  /** The name of the contact. */
  name: string;
  /** Undefined for an agent who can neither call nor write to a number. */
  onNumber: ((number: PhoneNumber) => void) | undefined;
  headingLevel?: 'h2' | 'h4';
}

/**
 * Fields that are not edited in place: the company is chosen in the form, and the identifier of a chat belongs to the
 * channel.
 */
const readOnly: ReadonlyArray<string> = ['employer_name', 'chat_identifier'];
const channelOfNumber: Readonly<Partial<Record<string, NumberChannel>>> = {
  phone1: 'voice',
  whatsapp_identifier: 'whatsapp',
};

export function ContactFields({
  fields,
  form,
  onSave,
  onLeave,
  name,
  onNumber,
  headingLevel: Heading = 'h2',
}: ContactFieldsProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const sections = useMemo(() => sectionsOf(fields), [fields]);
  return sections.map(({ category, fields: shown }) => (
    <section key={category} className={styles.section}>
      <Heading className={styles.heading}>{category === '' ? t('contacts.section.identification') : category}</Heading>
      {shown.map(({ column: { database, label }, value }) => {
        const own = form !== undefined && database in valuesOf(form.values) ? form : undefined;
        const other = own === undefined ? undefined : valuesOf(own.other)[database];
        const problem = own?.errors[database] ?? own?.error;
        const channel = channelOfNumber[database];
        const day = formatStoredDay(value);
        const isDay = day !== value;
        const field: EditableField = {
          name: database,
          value: day,
          shown:
            channel !== undefined ? formatPhone(value) : isOfVisitor(value) ? identifierWords(value, t) : undefined,
          number: channel === undefined ? undefined : { phone: value, name, channel },
          editable: !readOnly.includes(database),
          pending: own?.pending ?? false,
          error:
            other !== undefined
              ? t('contactPage.conflict', { value: formatStoredDay(other) })
              : problem === undefined
                ? undefined
                : say(problem),
        };
        return (
          <InlineField
            key={database}
            field={field}
            label={columnLabel(t, { database, label })}
            onSave={(typed) => onSave(database, isDay ? storedDay(typed) : typed)}
            onLeave={onLeave}
            onNumber={onNumber}
          />
        );
      })}
    </section>
  ));
}

interface FieldSection {
  category: string;
  fields: ReadonlyArray<ContactFieldView>;
}

/** Fields of one category are consecutive. */
function sectionsOf(fields: ReadonlyArray<ContactFieldView>): ReadonlyArray<FieldSection> {
  const categories = [...new Set(fields.map(({ column }) => column.category))];
  return categories.map((category) => ({
    category,
    fields: fields.filter(({ column }) => column.category === category),
  }));
}

/** The generated types do not declare the maps of a form. */
function valuesOf(fields: unknown): Readonly<Partial<Record<string, string>>> {
  return fields as Readonly<Partial<Record<string, string>>>;
}
