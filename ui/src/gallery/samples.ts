// Invented people and conversations for the gallery.
import type { NewPasswordView } from 'core-wasm';
import type { ComposerProps } from '../areas/conversation/composer/Composer';
import type { MessageRowProps } from '../areas/conversation/thread/MessageRow';
import type { JobCardProps, JobPreview } from '../areas/jobs/JobCard';
import type { ChannelName } from '../areas/channels/channels';

const today = new Date();
export const openedAt = today.getTime();

export function at(hours: number, minutes: number, daysAgo = 0): number {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo, hours, minutes).getTime();
}

export function ignore(): void {
  // The gallery only displays: intents are ignored.
}

/** Sixty letters, the longest name that is not cut. */
export const longName = 'Maria Aparecida dos Santos Albuquerque de Vasconcelos e Silva';

/** An empty composer. */
export const composerSample: ComposerProps = {
  label: 'Mensagem',
  draft: '',
  draftEpoch: 0,
  onDraftChange: ignore,
  onSend: ignore,
  sendWithCtrlEnter: false,
  lock: null,
};

/** Hostile and unusual texts: each must stay inside its bubble. */
export const hostileTexts: ReadonlyArray<[string, string]> = [
  ['Marcação', '<img src=x onerror=alert(1)> <script>alert(1)</script> &amp; <b>negrito</b>'],
  ['Palavra sem fim', 'palavra'.repeat(40)],
  ['Endereço longo', `https://exemplo.com.br/${'caminho/'.repeat(24)}`],
  ['Da direita para a esquerda', 'שלום עולם, מה שלומך? \u202Eevil\u202C fim'],
  ['Emoji e combinações', '👩🏽‍💻👨‍👩‍👧‍👦🏳️‍🌈 Z̷̢̛̖̗a̷̡l̵̨g̸̢o̶ e\u0301'],
  ['Linhas vazias', 'Primeira\n\n\n\nÚltima'],
  ['Uma letra', 'k'],
];

type JobSample = Omit<JobCardProps, 'tabIndex' | 'onOpen' | 'menu' | 'selected' | 'href'>;

function job(
  name: string,
  initials: string,
  color: string,
  channel: ChannelName,
  time: number,
  preview: JobPreview,
  place: string,
  more: Partial<JobSample> = {},
): JobSample {
  return { name, initials, color, channel, time, preview, place, unread: 0, disabled: false, ...more };
}

const text = (value: string, own = false): JobPreview => ({
  kind: 'text',
  text: value,
  author: own ? 'own' : 'customer',
});

export const jobSamples: Readonly<Record<string, JobSample>> = {
  'p-1': job(
    'Mariana Albuquerque',
    'MA',
    '#B1508D',
    'chat',
    at(14, 31),
    { kind: 'typing' },
    'Vendas · Clínica Bem Viver',
    { tagColors: ['#7B63C3', '#0279B6'] },
  ),
  'p-2': job(
    'Carlos Eduardo Nunes',
    'CN',
    '#0279B6',
    'whatsapp',
    at(14, 27),
    text('Obrigado, vou conferir aqui'),
    'Fila Suporte N2',
    { tagColors: ['#09835E'] },
  ),
  'p-3': job(
    'Studio Bella Pele',
    'SP',
    '#BC5135',
    'instagram',
    at(14, 30),
    text('Vocês têm horário ainda hoje?'),
    'Direct · Relacionamento',
    { unread: 3 },
  ),
  'p-4': job(
    'Rodrigo Farias',
    'RF',
    '#427C77',
    'chat',
    at(14, 29),
    text('Não estou conseguindo emitir a 2ª via'),
    'Site · Financeiro',
    { unread: 12, tagColors: ['#AA6003'] },
  ),
  'p-5': job(
    'Transportes Rio Claro',
    'TC',
    '#906E04',
    'whatsapp',
    at(14, 22),
    { kind: 'transfer', agent: 'Bruno', note: 'boleto corrigido, falta enviar' },
    'Financeiro',
    {
      unread: 2,
      tagColors: ['#906E04'],
      transfer: { agent: 'Bruno Lima', agentShort: 'Bruno', note: 'boleto corrigido, falta enviar' },
    },
  ),
  'p-6': job('Helena Prado Vasconcelos', 'HV', '#7B63C3', 'chat', at(13, 58), { kind: 'error' }, 'Vendas'),
  'p-7': job(
    'Grupo Alvorada Alimentos',
    'GA',
    '#3D8123',
    'chat',
    at(10, 2, 1),
    { kind: 'draft', text: 'Segue a proposta revista' },
    'Pós-venda',
  ),
  'p-8': job('Joaquim Medeiros', 'JM', '#637953', 'chat', at(14, 16), { kind: 'closed' }, 'Site · Suporte N1', {
    disabled: true,
  }),
  'p-9': job('(19) 99812-4407', '#', '#796C94', 'chat', at(14, 5), { kind: 'closed' }, 'Discador · Cobrança amigável', {
    disabled: true,
  }),
};

export const messageSamples: Readonly<Record<string, MessageRowProps>> = {
  m1: {
    day: at(9, 0, 1),
    first: true,
    last: true,
    message: {
      kind: 'text',
      id: 'm1',
      sender: 'bot',
      senderName: 'Assistente virtual',
      initials: 'AV',
      color: '#657198',
      text: 'Já localizei seu cadastro: Clínica Bem Viver, plano Empresarial 500. Vou chamar alguém do time para cuidar da renovação.',
      time: at(14, 7, 1),
      delivery: 'read',
    },
  },
  m2: {
    first: true,
    last: true,
    message: { kind: 'system', id: 'm2', text: 'Transferido por Renata Lopes (Vendas) para você', time: at(14, 8, 1) },
  },
  m3: {
    day: at(14, 0),
    first: true,
    last: false,
    message: {
      kind: 'text',
      id: 'm3',
      sender: 'customer',
      senderName: 'Mariana Albuquerque',
      initials: 'MA',
      color: '#B1508D',
      text: 'Oi! Queria renovar, mas preciso incluir mais duas linhas na recepção.',
      time: at(14, 12),
    },
  },
  m4: {
    first: false,
    last: true,
    message: {
      kind: 'text',
      id: 'm4',
      sender: 'customer',
      senderName: 'Mariana Albuquerque',
      initials: 'MA',
      color: '#B1508D',
      text: 'É esse espaço aqui, olha',
      time: at(14, 12),
    },
  },
  c1: {
    first: true,
    last: false,
    message: {
      kind: 'text',
      id: 'c1',
      sender: 'colleague',
      senderName: 'Bruno Lima',
      initials: 'BL',
      color: '#03807B',
      text: 'Bom dia, Mariana! Cadastro atualizado.',
      time: at(14, 13),
      delivery: 'read',
    },
  },
  c2: {
    first: false,
    last: true,
    message: {
      kind: 'text',
      id: 'c2',
      sender: 'colleague',
      senderName: 'Bruno Lima',
      initials: 'BL',
      color: '#03807B',
      text: 'Vou passar para a Juliana, que cuida das renovações.',
      time: at(14, 14),
      delivery: 'read',
    },
  },
  c3: {
    first: true,
    last: true,
    message: {
      kind: 'transfer',
      id: 'c3',
      agent: 'Bruno Lima',
      text: 'Bruno Lima transferiu para você',
      note: 'Quer renovar e incluir duas linhas. Cadastro conferido; prometi o valor ainda hoje.',
      time: at(14, 15),
    },
  },
  m5: {
    first: true,
    last: false,
    message: {
      kind: 'text',
      id: 'm5',
      sender: 'own',
      senderName: 'Juliana Castro',
      initials: 'JC',
      color: '#4E6EC9',
      text: 'Claro, Mariana! Com as duas linhas o valor fica em R$ 489,90 por mês, já com o desconto de fidelidade.',
      time: at(14, 19),
      delivery: 'read',
    },
  },
  m6: {
    first: false,
    last: true,
    message: {
      kind: 'text',
      id: 'm6',
      sender: 'own',
      senderName: 'Juliana Castro',
      initials: 'JC',
      color: '#4E6EC9',
      text: 'Quer que eu mande a proposta?',
      time: at(14, 20),
      delivery: 'delivered',
    },
  },
  m7: {
    unreadDivider: true,
    first: true,
    last: true,
    message: {
      kind: 'text',
      id: 'm7',
      sender: 'customer',
      senderName: 'Mariana Albuquerque',
      initials: 'MA',
      color: '#B1508D',
      text: 'Quero sim. Pode mandar por aqui mesmo, com o valor da instalação separado, por favor.',
      time: at(14, 31),
    },
  },
  m8: {
    first: true,
    last: true,
    message: {
      kind: 'text',
      id: 'm8',
      sender: 'own',
      senderName: 'Juliana Castro',
      initials: 'JC',
      color: '#4E6EC9',
      text: 'Consegue me enviar o CNPJ da empresa?',
      time: at(14, 32),
      delivery: 'failed',
      failure: { onRetry: ignore, onEdit: ignore, onDiscard: ignore },
    },
  },
};

const noPassword: NewPasswordView = {
  linked: true,
  saving: false,
  longest: 15,
  lengthKept: false,
  same: false,
  currentError: undefined,
  passwordError: undefined,
  repeatedError: undefined,
  error: undefined,
};
const password = (key: string) => ({ key: `password.form.${key}`, params: {}, fallback: undefined });

/** Samples by the last part of a sheet's name; without one the form is open and empty. */
export const newPasswordStates: Readonly<Record<string, NewPasswordView>> = {
  open: noPassword,
  kept: { ...noPassword, lengthKept: true, same: true },
  short: { ...noPassword, passwordError: password('tooShort') },
  long: { ...noPassword, same: true, passwordError: { ...password('tooLong'), params: { max: '15' } } },
  common: { ...noPassword, lengthKept: true, same: true, passwordError: password('tooCommon') },
  different: { ...noPassword, lengthKept: true, repeatedError: password('different') },
  both: { ...noPassword, passwordError: password('tooShort'), repeatedError: password('different') },
  currentWrong: { ...noPassword, lengthKept: true, same: true, currentError: password('currentWrong') },
  failed: { ...noPassword, lengthKept: true, same: true, error: password('failed') },
  pending: { ...noPassword, lengthKept: true, same: true, saving: true },
  gone: { ...noPassword, linked: false, error: password('linkGone') },
  none: { ...noPassword, linked: false },
};
