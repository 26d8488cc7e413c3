// Tests of the states of the contact panel for the core's contact view.
import type { ContactFormView, ContactPanelView, Text } from 'core-wasm';
import { expect, test } from 'vitest';
import { contactPanel } from './contactPanel';

const text = (key: string): Text => ({ key, params: {}, fallback: undefined });
const panel: ContactPanelView = {
  contact: { state: 'unknown' },
  identifier: 'visitante-1',
  identifierUnverified: false,
  form: undefined,
  search: undefined,
  linking: undefined,
  needed: false,
};
const form: ContactFormView = {
  create: true,
  pending: false,
  errors: { fullname: undefined, identifier: undefined, email: undefined },
  error: undefined,
  fullname: 'Mariana',
  identifier: 'visitante-1',
  email: '',
};
const contact = {
  id: '7',
  name: 'Mariana',
  initials: 'M',
  color: '#517693',
  chatIdentifier: 'visitante-1',
  whatsappIdentifier: '',
  phone: '',
  email: '',
  employer: '',
  preferential: false,
};
const found: ContactPanelView = { ...panel, contact: { state: 'found', contact } };
const shown = (view: ContactPanelView) =>
  contactPanel({ panel: view, tags: [], say: ({ key }) => `<${key}>`, loadFailed: 'falhou' });

test('given an unknown contact, the form is filled with the known values', () => {
  expect(shown({ ...panel, form })).toMatchObject({
    kind: 'unknown',
    formOpen: true,
    identifier: 'visitante-1',
    email: '',
    suggestedName: 'Mariana',
    createPending: false,
    createError: undefined,
  });
});

test.each<[string, Partial<ContactFormView>, unknown]>([
  [
    'a field',
    {
      errors: { fullname: undefined, identifier: text('contacts.identifierWhitespace'), email: undefined },
      error: text('contacts.saveFailed'),
    },
    { field: 'identifier', message: '<contacts.identifierWhitespace>' },
  ],
  [
    'the name, before the identifier',
    { errors: { fullname: text('required'), identifier: text('contacts.identifierWhitespace'), email: undefined } },
    { field: 'fullname', message: '<required>' },
  ],
  ['the server', { error: text('contacts.cause.blockedContact') }, { message: '<contacts.cause.blockedContact>' }],
])('the error of %s is shown', (_case, change, createError) => {
  expect(shown({ ...panel, form: { ...form, ...change } })).toMatchObject({ createError });
});

test('progress and failure of renaming are shown only at the name', () => {
  const state = shown({
    ...found,
    form: { ...form, create: false, pending: true, error: text('contacts.saveFailed') },
  });
  const [name, ...others] = state.kind === 'known' ? state.contact.fields : [];
  expect(name).toMatchObject({ name: 'fullname', editable: true, pending: true, error: '<contacts.saveFailed>' });
  expect(others.every((field) => !field.editable && !field.pending && field.error === undefined)).toBe(true);
});

test('several found contacts can be linked, one at a time', () => {
  const candidates = [{ id: '7', name: 'Mariana', initials: 'M', color: '#517693', identifier: '+55 11' }];
  expect(shown({ ...panel, contact: { state: 'several', candidates }, linking: '7' })).toMatchObject({
    kind: 'several',
    linkPending: '7',
    candidates: [{ id: '7', fullname: 'Mariana', detail: '+55 11' }],
  });
});

test('a search shows no results before its answer', () => {
  expect(shown({ ...panel, search: { pending: true, error: undefined, answered: false, results: [] } })).toMatchObject({
    search: { open: true, pending: true, results: null },
  });
  expect(shown({ ...panel, search: { pending: false, error: undefined, answered: true, results: [] } })).toMatchObject({
    search: { results: [] },
  });
});

test('given a contact that could not be loaded, the panel shows the failure', () => {
  expect(shown({ ...panel, contact: { state: 'failed' } })).toEqual({ kind: 'failed', message: 'falhou' });
});

test('[BEY-157] the customer counts as unknown if the agent refused the found contacts or opened the form of a new one', () => {
  const several: ContactPanelView = { ...panel, contact: { state: 'several', candidates: [] } };
  const of = (view: ContactPanelView, refused: boolean) =>
    contactPanel({ panel: view, tags: [], say: ({ key }) => key, loadFailed: '', refused }).kind;
  expect(of(several, false)).toBe('several');
  expect(of(several, true)).toBe('unknown');
  expect(of({ ...several, form }, false)).toBe('unknown');
});

test('telephone numbers are grouped and have actions, an account of Instagram and an empty number are texts', () => {
  const fieldsOf = (more: Partial<typeof contact>) => {
    const state = shown({ ...panel, contact: { state: 'found', contact: { ...contact, ...more } } });
    const fields = state.kind === 'known' ? state.contact.fields : [];
    return fields
      .filter(({ name }) => name === 'whatsapp' || name === 'phone')
      .map(({ value, number }) => [value, number]);
  };
  const phone = '5511955550101';
  expect(fieldsOf({ whatsappIdentifier: phone, phone })).toEqual([
    ['+55 (11) 95555-0101', { phone, name: 'Mariana', channel: 'whatsapp' }],
    ['+55 (11) 95555-0101', { phone, name: 'Mariana', channel: 'voice' }],
  ]);
  expect(fieldsOf({ whatsappIdentifier: '17841400000000099' })).toEqual([
    ['17841400000000099', undefined],
    ['', undefined],
  ]);
});
