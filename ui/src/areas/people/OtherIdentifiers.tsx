// The further identifiers of a contact: for example a second telephone, or identifiers of a contact that was joined into it.
import type { OtherIdentifierView } from 'core-wasm';
import { Copy } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { IconButton } from '../../design/IconButton';
import { Note } from '../../design/Note';
import { formatPhone } from '../../i18n/format';
import { copyText } from '../../shared/copyText';
import { NumberButton } from '../../shared/NumberButton';
import { chooserOf, type NumberChannel, type PhoneNumber } from '../../shared/numberChannels';
import styles from './OtherIdentifiers.module.css';
import { identifierWords } from '../../i18n/visitors';

export interface OtherIdentifiersProps {
  /** Name of the contact. */
  name: string;
  others: ReadonlyArray<OtherIdentifierView>;
  /** Fields of the shown identifiers that hold no number although they should. */
  unreadable?: ReadonlyArray<string> | undefined;
  /** Undefined for an agent who can neither call nor write to a number. */
  onNumber: ((number: PhoneNumber) => void) | undefined;
}

const fields = ['phone1', 'whatsapp_identifier', 'chat_identifier', 'id'] as const;
const numberFields = ['phone1', 'whatsapp_identifier'] as const;
type Field = (typeof fields)[number];
const channelOfField: Readonly<Partial<Record<Field, NumberChannel>>> = {
  phone1: 'voice',
  whatsapp_identifier: 'whatsapp',
};

export function OtherIdentifiers({ name, others, unreadable = [], onNumber }: OtherIdentifiersProps) {
  const { t } = useTranslation();
  const notes = numberFields
    .filter((field) => unreadable.includes(field))
    .map((field) => (
      <Note key={field} tone="warning">
        {t(`people.others.unreadable.${field}`)}
      </Note>
    ));
  if (others.length === 0) return notes.length === 0 ? null : <>{notes}</>;
  const copy = (value: string): void =>
    void copyText(value).then((copied) => copied && announce(t('people.others.copied')));
  return (
    <section className={styles.part} aria-label={t('people.others.title')}>
      {notes}
      <h3 className={styles.heading}>{t('people.others.title')}</h3>
      <ul className={styles.list}>
        {others.map(({ field, value }) => {
          const known = fields.find((candidate) => candidate === field) ?? 'id';
          const channel = channelOfField[known];
          const shown = channel === undefined ? identifierWords(value, t) : formatPhone(value);
          return (
            <li key={`${field}:${value}`} className={styles.row}>
              <span className={styles.label}>{t(`people.others.field.${known}`)}</span>
              <span className={styles.value}>
                {channel === undefined ? (
                  <bdi>{shown}</bdi>
                ) : (
                  <NumberButton
                    shown={shown}
                    label={t(`people.others.field.${known}`)}
                    onChoose={chooserOf({ phone: value, name, channel }, onNumber)}
                  />
                )}
              </span>
              <IconButton
                glyph={Copy}
                size="small"
                label={t('people.others.copy', { value: shown })}
                onClick={() => copy(value)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
