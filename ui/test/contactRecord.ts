// What the tests of a contact's record share: a registered contact, and its page.
import type { ContactFieldView, ContactPageView, ContactRowView } from 'core-wasm';

export const contact: ContactRowView = {
  id: '9',
  name: 'Mariana',
  initials: 'M',
  color: '#B1508D',
  identifier: 'CLI-9',
  phone: '1138425510',
  whatsapp: '5511981237740',
  chat: '',
  others: [],
  email: 'm@exemplo.com.br',
  employer: 'Clínica',
  employerId: '7',
  data: {},
  tags: [],
  risk: undefined,
  lastContact: undefined,
  preferential: { of: 'nobody' },
  selected: false,
  busy: false,
};

export function recordField(database: string, label: string, value: string, category = ''): ContactFieldView {
  return { column: { database, label, category }, value };
}

/** The page of the contact with these fields. */
export function recordPage(fields: ContactPageView['fields']): ContactPageView {
  return { id: '9', state: 'found', contact, samePersons: [], joinedInto: '', fields };
}
