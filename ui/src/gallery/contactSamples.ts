// Invented contacts, one for each state of the panel.
import type {
  ContactActions,
  ContactFieldView,
  ContactPanelState,
  ContactSearchState,
  ContactView,
} from '../areas/contacts/contactViews';
import type { IdentifierRowProps } from '../areas/contacts/IdentifierRow';
import { ignore, longName } from './samples';

const closedSearch: ContactSearchState = { open: false, pending: false, results: null, linkPending: null };
const openSearch: ContactSearchState = { ...closedSearch, open: true };
const candidates = [
  { id: 'c1', fullname: 'Mariana Albuquerque', initials: 'MA', color: '#B1508D', detail: '+55 (11) 98123-7740' },
  { id: 'c2', fullname: 'Mariana A. Souza', initials: 'MS', color: '#0279B6', detail: 'mariana.souza@exemplo.com.br' },
  { id: 'c3', fullname: longName, initials: 'MS', color: '#3D8123', detail: `${'mariana'.repeat(8)}@exemplo.com.br` },
];

const field = (
  name: string,
  label: ContactFieldView['label']['key'],
  value: string,
  more: Partial<ContactFieldView> = {},
): ContactFieldView => ({ name, label: { key: label }, value, editable: true, pending: false, ...more });

const mariana: ContactView = {
  id: 'c1',
  fullname: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#B1508D',
  role: 'Gerente',
  employer: 'Clínica Bem Viver Ltda.',
  page: { href: '#', onOpen: ignore },
  company: { href: '#', onOpen: ignore },
  tags: [
    { name: 'VIP', color: '#7B63C3' },
    { name: 'Renovação', color: '#0279B6' },
    { name: 'Saúde', color: '#906E04' },
  ],
  fields: [
    field('fullname', 'contacts.field.fullname', 'Mariana Albuquerque'),
    field('chat', 'contacts.field.chat', 'mariana@clinicabemviver.com.br'),
    field('phone', 'contacts.field.phone', '(11) 3842-5510'),
    field('whatsapp', 'contacts.field.whatsapp', '', { editable: false }),
  ],
};

const known = (
  contact: Partial<ContactView>,
  search = closedSearch,
): Extract<ContactPanelState, { kind: 'known' }> => ({
  kind: 'known',
  contact: { ...mariana, ...contact },
  search,
});
const unknown = {
  kind: 'unknown',
  identifier: 'visitante-4817',
  suggestedName: 'Mariana',
  email: '',
  formOpen: false,
  createPending: false,
  search: closedSearch,
} as const;

export const contactSamples: Readonly<Record<string, ContactPanelState>> = {
  known: known({}),
  long: known({
    fullname: longName,
    employer: `${longName} Comércio e Participações`,
    tags: Array.from({ length: 9 }, (_, index) => ({
      name: index === 4 ? longName : `Etiqueta ${index + 1}`,
      color: '#7B63C3',
    })),
    fields: [
      field('fullname', 'contacts.field.fullname', longName),
      field('chat', 'contacts.field.chat', `${'visitante'.repeat(9)}@exemplo.com.br`, { editable: false }),
    ],
  }),
  saving: known({
    fields: [field('fullname', 'contacts.field.fullname', 'Mariana A.', { pending: true })],
    tags: [],
    employer: '',
  }),
  refused: known({
    fields: [
      field('fullname', 'contacts.field.fullname', 'Mariana', { error: 'Não foi possível salvar. Tente de novo.' }),
    ],
    tags: [],
  }),
  linkOther: known({}, { ...openSearch, results: candidates }),
  unknown,
  form: { ...unknown, formOpen: true },
  formRefused: {
    ...unknown,
    identifier: 'visitante 4817',
    formOpen: true,
    createError: { field: 'identifier', message: 'O identificador não pode conter espaços' },
  },
  formFailed: { ...unknown, formOpen: true, createError: { message: 'Não foi possível salvar o contato.' } },
  formPending: { ...unknown, formOpen: true, createPending: true },
  search: { ...unknown, search: { ...openSearch, results: candidates } },
  searching: { ...unknown, search: { ...openSearch, pending: true } },
  searchEmpty: { ...unknown, search: { ...openSearch, results: [] } },
  searchFailed: { ...unknown, search: { ...openSearch, error: 'Não foi possível buscar os contatos.' } },
  several: { kind: 'several', candidates, linkPending: null, search: closedSearch },
  linking: { kind: 'several', candidates, linkPending: 'c2', search: closedSearch },
  one: { kind: 'several', candidates: candidates.slice(0, 1), linkPending: null, search: closedSearch },
  oneLong: { kind: 'several', candidates: candidates.slice(2), linkPending: 'c3', search: closedSearch },
  loading: { kind: 'loading' },
  failed: { kind: 'failed', message: 'Ocorreu um erro ao recuperar os dados do contato' },
};

export const ignoredContactActions: ContactActions = {
  onRetry: ignore,
  onFormToggle: ignore,
  onCreate: ignore,
  onSearchToggle: ignore,
  onSearch: ignore,
  onLink: ignore,
  onRefuse: ignore,
  onSaveField: ignore,
  onLeaveField: ignore,
};

export const identifierSamples: Readonly<Record<'number' | 'profile' | 'typed' | 'long', IdentifierRowProps>> = {
  number: {
    identifier: { kind: 'number', value: '+55 (11) 98123-7740', shown: '+55 (11) 98123-7740' },
    channel: 'whatsapp',
    verified: true,
  },
  profile: {
    identifier: { kind: 'profile', value: 'studiobellapele', shown: '@studiobellapele' },
    channel: 'instagram',
    verified: undefined,
  },
  typed: {
    identifier: { kind: 'other', value: 'mariana@clinica.com.br', shown: 'mariana@clinica.com.br' },
    channel: 'chat',
    verified: false,
  },
  long: {
    identifier: {
      kind: 'other',
      value: `${'visitante'.repeat(9)}@exemplo.com.br`,
      shown: `${'visitante'.repeat(9)}@exemplo.com.br`,
    },
    channel: 'chat',
    verified: false,
  },
};
