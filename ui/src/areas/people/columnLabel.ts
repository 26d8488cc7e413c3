// Names of the columns that every contact has. The server sends them in Portuguese; a column that the org unit renamed keeps that
// name.
import type { ContactColumnView } from 'core-wasm';
import type { Translation } from '../../i18n/useTranslation';

/** Name of the field, the server's standard label, and the key of its translation. */
const standard = {
  fullname: ['Nome', 'people.field.fullname'],
  phone1: ['Telefone', 'people.field.phone'],
  email: ['E-mail', 'people.field.email'],
  employer_name: ['Empresa', 'people.field.employer'],
  whatsapp_identifier: ['WhatsApp', 'people.field.whatsapp'],
  id: ['Identificador', 'people.field.identifier'],
  chat_identifier: ['Chat', 'people.field.chat'],
} as const;

function isStandard(database: string): database is keyof typeof standard {
  return Object.keys(standard).includes(database);
}

/** The name of a column in the language of the page. */
export function columnLabel(
  t: Translation['t'],
  { database, label }: Pick<ContactColumnView, 'database' | 'label'>,
): string {
  if (!isStandard(database)) return label;
  const [portuguese, key] = standard[database];
  return label === portuguese ? t(key) : label;
}
