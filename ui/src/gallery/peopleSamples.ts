// Invented contacts and companies for the gallery.
import type {
  CompaniesPageView,
  CompanyRowView,
  ContactRowView,
  ContactsPageView,
  LastContactView,
  PagedListView,
  RecordFormView,
  SamePersonsView,
  SamePersonView,
} from 'core-wasm';
import { at, longName } from './samples';

const tags = {
  vip: { name: 'VIP', color: '#7B63C3' },
  fibra: { name: 'Fibra', color: '#4E6EC9' },
  varejo: { name: 'Varejo', color: '#3D8123' },
  saude: { name: 'Saúde', color: '#906E04' },
  suporte: { name: 'Suporte N2', color: '#03807B' },
  segunda: { name: '2ª via', color: '#966664' },
};
type TagName = keyof typeof tags;

function last(channel: LastContactView['channel'], time: number): LastContactView {
  return {
    protocol: '20261119-1',
    channel,
    metaType: undefined,
    at: time,
    agent: 'Juliana Castro',
    queue: 'Vendas',
    qualification: 'Agendado',
    message: channel === 'voice' ? '' : 'Pode me chamar amanhã cedo, por favor? Aí fechamos a migração.',
  };
}

function contact(
  id: string,
  name: string,
  color: string,
  phone: string,
  [email, employer]: [string, string],
  names: ReadonlyArray<TagName>,
  percent: number,
  lastContact: LastContactView | undefined,
  more: Partial<ContactRowView> = {},
): ContactRowView {
  const words = name.split(' ');
  return {
    id,
    name,
    initials: `${words[0]?.[0] ?? ''}${words[words.length - 1]?.[0] ?? ''}`,
    color,
    identifier: `CLI-3170${id}`,
    phone,
    whatsapp: phone === '' ? '' : `55${phone}`,
    chat: '',
    others: [],
    email,
    employer,
    employerId: employer === '' ? '' : `e${id}`,
    data: { plano: 'Fibra 600', cargo: 'Diretora comercial' },
    tags: names.map((key) => tags[key]),
    risk: { percent, band: percent < 40 ? 'low' : percent > 70 ? 'high' : 'medium' },
    lastContact,
    preferential: { of: 'nobody' },
    selected: false,
    busy: false,
    ...more,
  };
}

const own: Partial<ContactRowView> = { preferential: { of: 'own' } };

export const contactRows: ReadonlyArray<ContactRowView> = [
  contact(
    '01',
    'Otávio Brandão',
    '#906E04',
    '11991204477',
    ['otavio@brandaofilhos.com.br', 'Brandão & Filhos'],
    ['fibra', 'varejo', 'vip', 'saude', 'segunda'],
    81,
    last('voice', at(10, 2, 3)),
  ),
  contact(
    '02',
    'Helena Prado Vasconcelos',
    '#7B63C3',
    '19991203345',
    ['helena@pradoarquitetura.com.br', 'Prado Arquitetura'],
    ['vip', 'fibra', 'saude'],
    77,
    last('whatsapp', at(0, 58)),
    own,
  ),
  contact(
    '03',
    'Mariana Albuquerque',
    '#B1508D',
    '11981237740',
    ['mariana@clinicabemviver.com.br', 'Clínica Bem Viver'],
    ['vip', 'saude', 'fibra'],
    73,
    last('whatsapp', at(0, 31)),
    own,
  ),
  contact(
    '04',
    'Denise Sampaio',
    '#BD4D65',
    '51993842016',
    ['denise.sampaio@lojassul.com.br', 'Lojas Sampaio Sul'],
    ['fibra', 'varejo', 'vip', 'segunda'],
    64,
    last('whatsapp', at(0, 20)),
    own,
  ),
  contact(
    '05',
    'Ricardo Teles',
    '#4E6EC9',
    '41988705522',
    ['ricardo@telesengenharia.com.br', 'Teles Engenharia'],
    ['fibra'],
    55,
    last('voice', at(9, 0, 1)),
  ),
  contact(
    '06',
    'Carlos Eduardo Nunes',
    '#0279B6',
    '11987654321',
    ['carlos@mercadodompedro.com.br', 'Mercado Dom Pedro'],
    ['vip', 'suporte'],
    47,
    last('voice', at(0, 27)),
    { preferential: { of: 'other', name: 'Bruno Lima' } },
  ),
  contact(
    '07',
    'Lúcia Meirelles',
    '#9B58AE',
    '21996417730',
    ['lucia@meirellesadv.com.br', 'Meirelles Advogados'],
    ['vip', 'suporte'],
    41,
    last('whatsapp', at(9, 0, 2)),
  ),
  contact(
    '08',
    'Sônia Guimarães',
    '#BC5135',
    '62984551907',
    ['sonia@guimaraesflores.com.br', 'Guimarães Flores'],
    ['fibra', 'varejo'],
    31,
    last('whatsapp', at(0, 52)),
    own,
  ),
  contact(
    '09',
    'Ana Paula Figueiredo',
    '#966664',
    '85992176043',
    ['ana.paula@figueiredo.med.br', 'Instituto Recanto'],
    ['vip', 'saude', 'fibra', 'varejo', 'segunda'],
    24,
    last('chat', at(9, 0, 9)),
  ),
  contact(
    '10',
    'Beatriz Fontes',
    '#9B58AE',
    '21997041188',
    ['beatriz@padariaipanema.com.br', 'Padaria Ipanema'],
    ['fibra', 'segunda'],
    18,
    last('voice', at(9, 0, 1)),
  ),
  contact('11', 'Joaquim Medeiros', '#637953', '71981324409', ['', ''], ['vip', 'segunda'], 9, undefined, {
    risk: undefined,
  }),
];

export const longContacts: ReadonlyArray<ContactRowView> = contactRows.slice(0, 3).map((row, index) => ({
  ...row,
  name: index === 1 ? 'palavra'.repeat(12) : longName,
  employer: longName,
  email: `${'endereco'.repeat(8)}@exemplo.com.br`,
  tags: row.tags.map((tag) => ({ ...tag, name: longName })),
}));

export function pagedList(more: Partial<PagedListView> = {}): PagedListView {
  return {
    text: '',
    pending: false,
    loadingMore: false,
    failed: false,
    total: 1204,
    loaded: true,
    ended: false,
    ...more,
  };
}

const main = (database: string, label: string) => ({ database, label, category: '' });

const columns = [main('phone1', 'Telefone'), main('email', 'E-mail'), main('employer_name', 'Empresa')];

/** All columns of an org unit: more than fit into a window. */
export const manyColumns = [
  main('id', 'Identificador'),
  main('phone1', 'Telefone'),
  main('whatsapp_identifier', 'WhatsApp'),
  main('email', 'E-mail'),
  main('chat_identifier', 'Chat'),
  main('employer_name', 'Empresa'),
  { database: 'plano', label: 'Plano', category: 'Dados do contrato' },
  { database: 'vencimento', label: 'Vencimento', category: 'Dados do contrato' },
];

export const contactsPage: ContactsPageView = {
  list: pagedList(),
  filter: { wallet: false, savedFilter: '', tags: [], sort: '-risk' },
  columns,
  allColumns: [
    main('fullname', 'Nome'),
    ...columns,
    main('id', 'Identificador'),
    { database: 'plano', label: 'Plano', category: 'Dados do contrato' },
    { database: 'vencimento', label: 'Vencimento', category: 'Dados do contrato' },
  ],
  savedFilters: [
    { id: 'renewal', name: 'Renovação em 30 dias' },
    { id: 'silent', name: 'Sem contato há 30 dias' },
  ],
  selected: 0,
  deleting: 0,
};

export const tagGroups = [
  {
    id: 'profile',
    name: 'Perfil',
    kind: 'contact' as const,
    items: Object.entries(tags).map(([id, tag]) => ({ id, ...tag })),
  },
];

const noErrors: Pick<RecordFormView, 'errors' | 'other' | 'error' | 'attempts' | 'pending' | 'inline' | 'roles'> = {
  errors: {},
  other: {},
  error: undefined,
  attempts: 0,
  pending: false,
  inline: false,
  roles: [],
};

const text = (key: string) => ({ key, params: {}, fallback: undefined });

const edited: RecordFormView = {
  ...noErrors,
  id: '04',
  values: {
    fullname: 'Denise Sampaio',
    id: 'CLI-317045',
    whatsapp_identifier: '5551993842016',
    phone1: '5133461180',
    email: 'denise.sampaio@lojassul.com.br',
    employer_id: 'e04',
    preferential: 'Y',
    plano: 'Fibra 600',
    vencimento: '10/12/2026',
  },
};

export const contactForms: Readonly<Record<string, RecordFormView>> = {
  contactNew: { ...noErrors, id: '', values: {} },
  contactEdit: edited,
  contactErrors: {
    ...noErrors,
    id: '',
    values: { id: 'com espaço' },
    errors: { fullname: text('contacts.requiredField'), id: text('contacts.identifierWhitespace') },
    attempts: 1,
  },
  contactConflict: {
    ...edited,
    values: { ...edited.values, phone1: '51999990000', email: '' },
    other: { phone1: '5133461199', email: 'denise@lojassul.com.br' },
    attempts: 1,
  },
  contactFailed: { ...edited, error: text('contacts.cause.duplicateIdentifier'), attempts: 1 },
  contactPending: { ...edited, pending: true },
};

export const companyForms: Readonly<Record<string, RecordFormView>> = {
  companyNew: { ...noErrors, id: '', values: {} },
  companyEdit: {
    ...noErrors,
    id: 'e04',
    values: {
      name: 'Lojas Sampaio Sul',
      socialName: 'Lojas Sampaio Sul Ltda.',
      code: 'LSS-01',
      cnpj: '12345678000195',
    },
    roles: [
      { employerRoleId: '1', name: 'Diretora comercial', error: undefined },
      { employerRoleId: '2', name: 'Financeiro', error: undefined },
    ],
  },
  companyErrors: {
    ...noErrors,
    id: '',
    values: { cnpj: '123' },
    errors: { name: text('contacts.requiredField'), code: text('contacts.requiredField') },
    attempts: 1,
  },
};

function company(id: string, name: string, color: string, contacts: number): CompanyRowView {
  return {
    id,
    name,
    initials: name.slice(0, 2).toUpperCase(),
    color,
    socialName: `${name} Ltda.`,
    code: `COD-${id}`,
    cnpj: id === '3' ? '' : `1234567800019${id}`,
    contacts,
    roles: [],
    tags: id === '1' ? [tags.vip, tags.varejo, tags.fibra] : [],
  };
}

export const companyRows: ReadonlyArray<CompanyRowView> = [
  company('1', 'Lojas Sampaio Sul', '#BD4D65', 12),
  company('2', 'Clínica Bem Viver', '#B1508D', 3),
  company('3', 'Teles Engenharia', '#4E6EC9', 1),
];

export const companiesPage: CompaniesPageView = { list: pagedList({ total: 3, ended: true }) };

const [otavio, helena, mariana, denise, ricardo, carlos] = contactRows;

function proposal(id: string, first: ContactRowView | undefined, more: Partial<SamePersonView>): SamePersonView {
  return {
    id,
    state: 'proposed',
    reason: 'sameNumber',
    number: '5511981237740',
    customerName: '',
    first: first ?? contactRows[0]!,
    second: undefined,
    agent: '',
    undoUntil: undefined,
    busy: false,
    ...more,
  };
}

export const samePersons: SamePersonsView = {
  total: 34,
  loading: false,
  failed: false,
  ended: false,
  proposals: [
    proposal('1.2', mariana, {
      second: {
        ...contactRows[2]!,
        id: '31',
        name: 'Mariana A. (clínica)',
        initials: 'M(',
        email: 'contato@clinicabemviver.com.br',
        identifier: 'CLI-198822',
        phone: '1138425510',
      },
    }),
    proposal('3.4', denise, { second: otavio, reason: 'changedNumber', number: '5551993842016' }),
    proposal('5.n1', ricardo, { reason: 'changedNumber', number: '5541988705599', customerName: 'Ricardo T.' }),
    proposal('6.7', carlos, { second: helena, reason: 'sameCustomer', number: 'BR.1A2B3C4D', busy: true }),
  ],
};
