// The further identifiers of a contact: for example a second telephone, or identifiers of a contact that was joined into it.
import type { OtherIdentifierView } from 'core-wasm';
import { Copy } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { IconButton } from '../../design/IconButton';
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
  /** Starts a call or a conversation; undefined for an agent who can do neither with a number. */
  onNumber: ((number: PhoneNumber) => void) | undefined;
}

const fields = ['phone1', 'whatsapp_identifier', 'chat_identifier', 'id'] as const;
type Field = (typeof fields)[number];
const channelOfField: Readonly<Partial<Record<Field, NumberChannel>>> = {
  phone1: 'voice',
  whatsapp_identifier: 'whatsapp',
};

export function OtherIdentifiers({ name, others, onNumber }: OtherIdentifiersProps) {
  const { t } = useTranslation();
  if (others.length === 0) return null;
  const copy = (value: string): void =>
    void copyText(value).then((copied) => copied && announce(t('people.others.copied')));
  return (
    <section className={styles.part} aria-label={t('people.others.title')}>
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
