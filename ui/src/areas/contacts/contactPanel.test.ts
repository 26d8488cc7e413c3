// From the core's contact to the states of the panel.
import type { ContactFormView, ContactPanelView, Text } from 'core-wasm';
import { expect, test } from 'vitest';
import { contactPanel } from './contactPanel';

const text = (key: string): Text => ({ key, params: {}, fallback: undefined });
const panel: ContactPanelView = {
  contact: { state: 'unknown' },
  identifier: 'visitante-1',
  form: undefined,
  search: undefined,
  linking: undefined,
  needed: false,
};
const form: ContactFormView = {
  create: true,
  pending: false,
  errors: { fullname: undefined, identifier: undefined },
  error: undefined,
  fullname: 'Mariana',
  identifier: 'visitante-1',
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

test('an unknown person can be registered with what is known', () => {
  expect(shown({ ...panel, form })).toMatchObject({
    kind: 'unknown',
    formOpen: true,
    identifier: 'visitante-1',
    suggestedName: 'Mariana',
    createPending: false,
    createError: undefined,
  });
});

test.each<[string, Partial<ContactFormView>, unknown]>([
  [
    'a field',
    {
      errors: { fullname: undefined, identifier: text('contacts.identifierWhitespace') },
      error: text('contacts.saveFailed'),
    },
    { field: 'identifier', message: '<contacts.identifierWhitespace>' },
  ],
  ['the server', { error: text('contacts.cause.blockedContact') }, { message: '<contacts.cause.blockedContact>' }],
])('what %s refuses is told', (_case, change, createError) => {
  expect(shown({ ...panel, form: { ...form, ...change } })).toMatchObject({ createError });
});

test('renaming shows its progress and its failure at the name only', () => {
  const state = shown({
    ...found,
    form: { ...form, create: false, pending: true, error: text('contacts.saveFailed') },
  });
  const [name, ...others] = state.kind === 'known' ? state.contact.fields : [];
  expect(name).toMatchObject({ name: 'fullname', editable: true, pending: true, error: '<contacts.saveFailed>' });
  expect(others.every((field) => !field.editable && !field.pending && field.error === undefined)).toBe(true);
});

test('several candidates can be linked, one at a time', () => {
  const candidates = [{ id: '7', name: 'Mariana', initials: 'M', color: '#517693', identifier: '+55 11' }];
  expect(shown({ ...panel, contact: { state: 'several', candidates }, linking: '7' })).toMatchObject({
    kind: 'several',
    linkPending: '7',
    candidates: [{ id: '7', fullname: 'Mariana', detail: '+55 11' }],
  });
});

test('a search has no results before it was answered', () => {
  expect(shown({ ...panel, search: { pending: true, error: undefined, answered: false, results: [] } })).toMatchObject({
    search: { open: true, pending: true, results: null },
  });
  expect(shown({ ...panel, search: { pending: false, error: undefined, answered: true, results: [] } })).toMatchObject({
    search: { results: [] },
  });
});

test('a contact that could not be loaded says so', () => {
  expect(shown({ ...panel, contact: { state: 'failed' } })).toEqual({ kind: 'failed', message: 'falhou' });
});
