// The display of fields of contacts and companies, for the pages of both.
import type { ContactColumnView, ContactFilterChoice, ContactRowView } from 'core-wasm';
import { formatPhone, formatStoredDay } from '../../i18n/format';

const valueOfColumn: Readonly<Record<string, (contact: ContactRowView) => string>> = {
  fullname: ({ name }) => name,
  id: ({ identifier }) => identifier,
  whatsapp_identifier: ({ whatsapp }) => formatPhone(whatsapp),
  chat_identifier: ({ chat }) => chat,
  phone1: ({ phone }) => formatPhone(phone),
  email: ({ email }) => email,
  employer_name: ({ employer }) => employer,
};

/** Fields that every contact has; all others are columns of the data base. */
export const mainFields = Object.keys(valueOfColumn);

/** The value of a column as displayed and exported. */
export function columnValue(contact: ContactRowView, { database }: Pick<ContactColumnView, 'database'>): string {
  return valueOfColumn[database]?.(contact) ?? formatStoredDay(contact.data[database] ?? '');
}

/** "00.000.000/0000-00"; a text without 14 digits stays unchanged (SHELL-043). */
export function formatCnpj(cnpj: string): string {
  const parts = /^(\d\d)(\d{3})(\d{3})(\d{4})(\d\d)$/.exec(cnpj);
  if (parts === null) return cnpj;
  const [, base = '', second = '', third = '', branch = '', check = ''] = parts;
  return `${base}.${second}.${third}/${branch}-${check}`;
}

/** Filter and order of a list of contacts, with every field. */
export type ContactChoice = Required<ContactFilterChoice>;

/** Filter in the form of the core, in which empty fields may be missing. */
export function wholeChoice(choice: ContactFilterChoice): ContactChoice {
  return { ...noChoice, ...choice };
}

export const noChoice: ContactChoice = { wallet: false, savedFilter: '', tags: [], sort: '' };
