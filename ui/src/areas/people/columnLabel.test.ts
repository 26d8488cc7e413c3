// Tests that the standard columns of contacts are named in the language of the page.
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n';
import { columnLabel } from './columnLabel';

beforeAll(() => startI18n('en'));
beforeEach(() => i18next.changeLanguage('en'));

test.each([
  ['fullname', 'Nome', 'Name'],
  ['phone1', 'Telefone', 'Phone'],
  ['employer_name', 'Empresa', 'Company'],
  ['id', 'Identificador', 'Identifier'],
  ['whatsapp_identifier', 'WhatsApp', 'WhatsApp'],
])('in English the standard column %s (%s) is "%s"', (database, label, name) => {
  expect(columnLabel(i18next.t, { database, label })).toBe(name);
});

test.each([
  ['phone1', 'Celular da loja'],
  ['plano', 'Plano'],
])('the name that the org unit gave to the column %s (%s) stays', (database, label) => {
  expect(columnLabel(i18next.t, { database, label })).toBe(label);
});
