// Invented broadcasts for the gallery.
import type {
  BroadcastCheck,
  BroadcastDetails,
  BroadcastEntry,
  BroadcastSummary,
  ContactRow,
} from '../areas/broadcast/types';
import type { Template } from '../areas/whatsapp/templateText';
import type { CoreText } from '../i18n/text';
import { at, longName } from './samples';

const text = (key: string, params = {}): CoreText => ({ key: `broadcasts.${key}`, params });

const list = (id: string, name: string, more: Partial<BroadcastSummary>): BroadcastSummary => ({
  id,
  name,
  word: 'sending',
  attendanceGroupName: 'Vendas',
  campaignName: 'Renovação 2026',
  routeName: '(11) 4002-8922',
  templateName: 'renovacao_contrato',
  startsAt: at(14, 9),
  progress: { total: 200, processed: 148, read: 62, delivered: 71, sent: 12, queued: 52, notSent: 0, error: 3 },
  retryable: 0,
  mayCancel: true,
  mayResume: false,
  mayRetry: false,
  ...more,
});

const none = { processed: 0, read: 0, delivered: 0, sent: 0, notSent: 0, error: 0 };

export const broadcastLists: ReadonlyArray<BroadcastSummary> = [
  list('1', 'Lembrete de visita técnica', {
    word: 'planned',
    attendanceGroupName: 'Suporte',
    campaignName: 'Visitas',
    routeName: '(11) 4002-8930',
    templateName: 'lembrete_visita',
    startsAt: at(23, 50),
    progress: { ...none, total: 80, queued: 80 },
  }),
  list('2', 'Renovação novembro', {}),
  list('3', 'Reajuste de planos 2027', {
    word: 'paused',
    attendanceGroupName: 'Relacionamento',
    campaignName: 'Comunicados',
    routeName: '(11) 4002-8940',
    templateName: 'aviso_reajuste',
    progress: { total: 1000, processed: 800, read: 318, delivered: 402, sent: 71, queued: 200, notSent: 0, error: 9 },
    pausedReason: text('paused.dailyLimit'),
    resumesAt: at(9, 0, -2),
  }),
  list('4', 'Boas-vindas', {
    word: 'paused',
    progress: { total: 40, processed: 10, read: 4, delivered: 2, sent: 0, queued: 30, notSent: 0, error: 4 },
    pausedReason: text('paused.templatePaused'),
    mayResume: true,
    retryable: 4,
    mayRetry: true,
  }),
  list('5', '2ª via de outubro', {
    word: 'complete',
    attendanceGroupName: 'Financeiro',
    campaignName: 'Cobrança amigável',
    templateName: 'segunda_via',
    finishedAt: at(16, 42, 1),
    progress: { total: 340, processed: 340, read: 281, delivered: 42, sent: 2, queued: 0, notSent: 0, error: 15 },
    retryable: 9,
    mayRetry: true,
    mayCancel: false,
  }),
  list('6', 'Pesquisa de satisfação', {
    word: 'cancelled',
    attendanceGroupName: 'Relacionamento',
    campaignName: 'Pós-venda',
    routeName: '(11) 4002-8930',
    templateName: 'pesquisa_nps',
    cancelledAt: at(10, 20, 3),
    progress: { total: 150, processed: 96, read: 58, delivered: 31, sent: 4, queued: 0, notSent: 54, error: 3 },
    mayCancel: false,
  }),
  list('7', longName, { word: 'queued', campaignName: longName, progress: { ...none, total: 1, queued: 1 } }),
];

export const broadcastDetails: BroadcastDetails = {
  ...list('2', 'Renovação novembro', { retryable: 1, mayRetry: true }),
  createdAt: at(14, 6),
  templateBody:
    'Olá, {{nome}}! Seu plano {{plano}} vence em {{vencimento}}. Renove por {{valor}} ao mês e mantenha o desconto de fidelidade.',
};

const people: ReadonlyArray<[string, string, string, string, BroadcastEntry['status']]> = [
  ['Marcos Vinícius Leal', 'ML', '#B1508D', '5511977440182', 'ALREADY_IN_ATTENDANCE'],
  ['Ateliê Flor de Lis', 'AL', '#007E94', '5531981205567', 'IDENTIFIER_NOT_FOUND'],
  ['Padaria Ipanema', 'PI', '#9B58AE', '21997041188', 'MISSING_PREFIX'],
  ['Otávio Brandão', 'OB', '#906E04', '5511991204477', 'READ'],
  ['Helena Prado Vasconcelos', 'HV', '#7B63C3', '5519991203345', 'DELIVERED'],
  ['Ricardo Teles', 'RT', '#4E6EC9', '5541988705522', 'SENT'],
  ['Lúcia Meirelles', 'LM', '#9B58AE', '5521996417730', 'SENDING'],
  ['Sônia Guimarães', 'SG', '#BC5135', '5562984551907', 'QUEUED'],
  [longName, 'MA', '#896888', '5548991802231', 'QUEUED'],
];

export function broadcastEntries(count: number): ReadonlyArray<BroadcastEntry> {
  return Array.from({ length: count }, (_, index) => {
    const [name, initials, color, number, status] = people[index % people.length] ?? people[0]!;
    return {
      scheduleId: String(index),
      contactName: index < people.length ? name : `${name} ${index}`,
      initials,
      color,
      contactId: `c${index}`,
      contactIdentifier: number,
      contactWhatsAppIdentifier: number,
      status,
      retryable: status === 'ALREADY_IN_ATTENDANCE',
      changedAt: at(14, 33),
    };
  });
}

export const broadcastTemplate: Template = {
  id: 't1',
  name: 'renovacao_contrato',
  language: 'pt_BR',
  header: '',
  body: 'Olá, {{nome}}! Seu plano {{plano}} vence em {{vencimento}}. Renove por {{valor}} ao mês e mantenha o desconto de fidelidade.',
  footer: 'Responda SAIR para não receber mais',
  buttons: ['Quero renovar', 'Falar com atendente'],
  variables: ['nome', 'plano', 'vencimento', 'valor'],
};

const contact = (id: string, name: string, phone: string, plan: string, due: string): ContactRow => ({
  id,
  name,
  phone,
  values: { firstName: name.split(' ')[0] ?? '', plan, due },
  selected: true,
});

export const broadcastContacts: ReadonlyArray<ContactRow> = [
  contact('1', 'Otávio Brandão', '5511991204477', 'Fibra 500', '04/12/2026'),
  contact('2', 'Helena Prado Vasconcelos', '5519991203345', 'Fibra 1 Gb', '07/12/2026'),
  {
    ...contact('3', 'Mariana Albuquerque', '5511981237740', '', ''),
    selected: false,
    refusal: text('status.alreadyInAttendance'),
  },
  contact('4', 'Denise Sampaio', '5551993842016', 'Fibra 300', '09/12/2026'),
  contact('5', 'Instituto Recanto', '5585992176043', 'Empresarial 500', ''),
  contact('6', 'Ricardo Teles', '5541988705522', 'Fibra 500', '11/12/2026'),
  contact('7', longName, '5521996417730', 'Fibra 300', '12/12/2026'),
  {
    ...contact('8', 'Joaquim Medeiros', '71981324409', '', ''),
    selected: false,
    refusal: text('status.missingPrefix'),
  },
  { ...contact('9', 'Sônia Guimarães', '5562984551907', 'Fibra 1 Gb', '18/12/2026'), selected: false },
];

export const broadcastCheck: BroadcastCheck = {
  receives: 179,
  leftOut: ['Instituto Recanto', 'Ótica Belo Visual', 'Ateliê Flor de Lis'].map((contactName) => ({
    contactName,
    reason: text('reasons.missingValueIn', { column: 'Vencimento' }),
  })),
  firstAt: at(9, 0, -1),
  lastAt: at(9, 30, -1),
  dailyLimit: 1000,
  dailyUsed: 0,
};
