// The values of a contact's columns, as the table and its export show them.
import type { ContactRowView } from 'core-wasm';
import { expect, test } from 'vitest';
import { columnValue } from './contacts';

const contact = {
  name: 'Mariana',
  phone: '1138425510',
  data: { vencimento: '2027-11-25', plano: 'Fibra 300' },
} as unknown as ContactRowView;

test.each([
  ['fullname', 'Mariana'],
  ['phone1', '(11) 3842-5510'],
  ['vencimento', '25/11/2027'],
  ['plano', 'Fibra 300'],
  ['cidade', ''],
])('the column %s shows %j', (database, shown) => {
  expect(columnValue(contact, { database })).toBe(shown);
});
