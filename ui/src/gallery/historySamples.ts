// Invented attendances of the past, for the pages of history and contact.
import type { HistoryRecordingView, HistoryRowView, MessageView } from 'core-wasm';
import { at, longName } from './samples';

const minutes = (count: number, seconds: number): number => count * 60 + seconds;

export function entry(
  protocol: string,
  channel: HistoryRowView['channel'],
  name: string,
  queue: string,
  start: number,
  durationSeconds: number,
  more: Partial<HistoryRowView> = {},
): HistoryRowView {
  return {
    protocol,
    channel,
    metaType: undefined,
    contactId: 'c1',
    name,
    initials: name.replace(/[^A-Z]/g, '').slice(0, 2),
    color: '#BC5135',
    contactIdentifier: '5511981237740',
    queue,
    agent: 'Juliana Castro',
    start,
    end: start + durationSeconds * 1000,
    durationSeconds,
    state: 'qualified',
    qualification: '',
    observation: '',
    tags: [],
    hasMessages: channel !== 'voice',
    ...more,
  };
}

export const historyRows: ReadonlyArray<HistoryRowView> = [
  entry('20261119-141602', 'chat', 'Joaquim Medeiros', 'Site · Suporte N1', at(14, 16), minutes(6, 41), {
    state: 'toQualify',
  }),
  entry('20261119-140517', 'voice', '(19) 99812-4407', 'Fila Suporte N2', at(14, 5), minutes(2, 18), {
    state: 'active',
  }),
  entry('20261119-135244', 'whatsapp', 'Sônia Guimarães', 'Vendas', at(13, 52), minutes(18, 7), {
    qualification: 'Venda',
    observation: 'Duas lojas, instalação na sexta.',
    tags: [{ id: '7', name: 'Fibra', color: '#4E6EC9' }],
  }),
  entry('20261119-131226', 'voice', 'Marcos Vinícius Leal', 'Renovação 2026', at(13, 12), minutes(4, 26), {
    state: 'unattended',
    agent: '',
  }),
  entry('20261119-114835', 'whatsapp', 'Ateliê Flor de Lis', 'Relacionamento', at(11, 48), minutes(12, 30), {
    metaType: 'instagram',
    qualification: 'Dúvida resolvida',
    agent: 'Renata Lopes',
  }),
  entry('20261118-164052', 'whatsapp', 'Beatriz Fontes', 'Agendamento', at(16, 40, 1), minutes(5, 38), {
    qualification: 'Agendado',
    agent: 'Priscila Tavares',
  }),
  entry('20261118-151433', 'voice', longName, 'Fila de um nome muito comprido', at(15, 14, 1), minutes(71, 2), {
    qualification: 'Uma qualificação de nome muito comprido',
    agent: 'Rafael Souza',
  }),
  entry('20261117-174206', 'chat', 'Rodrigo Farias', 'Site · Financeiro', at(17, 42, 3), minutes(8, 15), {
    qualification: 'Dúvida resolvida',
  }),
];

function message(
  localId: string,
  sender: 'customer' | 'own' | 'colleague',
  text: string,
  time: number,
  more: Partial<MessageView> = {},
): MessageView {
  return {
    localId,
    sender,
    senderName: { customer: 'Sônia Guimarães', own: 'Juliana Castro', colleague: 'Bruno Lima' }[sender],
    senderInitials: { customer: 'SG', own: 'JC', colleague: 'BL' }[sender],
    senderColor: '#BC5135',
    text,
    media: undefined,
    time,
    delivery: sender === 'customer' ? 'received' : 'read',
    failure: undefined,
    systemKey: undefined,
    dayStart: false,
    groupStart: true,
    groupEnd: true,
    newFromHere: false,
    forwarded: false,
    busy: false,
    ...more,
  };
}

export const historyMessages: ReadonlyArray<MessageView> = [
  message('m1', 'customer', 'Boa tarde! Recebi a proposta da fibra para as duas lojas.', at(13, 53), {
    dayStart: true,
    groupEnd: false,
  }),
  message('m2', 'customer', 'Dá para fechar ainda hoje?', at(13, 53), { groupStart: false }),
  message(
    'm3',
    'own',
    'Boa tarde, Sônia! Dá sim. As duas lojas ficam em R$ 689,80 por mês, com instalação sem custo.',
    at(13, 55),
  ),
  message('m4', 'customer', 'Perfeito. A instalação pode ser na sexta?', at(13, 58)),
  message('m5', 'own', 'Sexta, dia 27, entre 8h e 12h nas duas. Segue o contrato para assinar.', at(14, 2)),
  message('m6', 'customer', 'Assinado. Obrigada pelo atendimento', at(14, 9)),
];

const recording: HistoryRecordingView = {
  id: 'r1',
  beganAt: new Date(2026, 10, 19, 13, 12).getTime(),
  end: 'complete',
  pauses: 1,
  state: 'closed',
  sound: '',
  waveform: '',
};

/** A loudness that looks like a conversation: who speaks changes, and both are silent while the recording is paused. */
const loudness = (turn: number): number[] =>
  Array.from({ length: 400 }, (_, at) => {
    const isPaused = at > 180 && at < 220;
    const speaks = Math.floor(at / 40) % 2 === turn;
    return isPaused || !speaks ? 0 : Math.round(30 + 50 * Math.abs(Math.sin(at * 1.7) * Math.cos(at * 0.31)));
  });

const waveform = `data:application/json,${encodeURIComponent(
  JSON.stringify({ seconds: 266, customer: loudness(0), company: loudness(1) }),
)}`;

/** An empty sound, so that the player has nothing to load from a server. */
const sound = 'data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export const recordingSamples: Partial<Record<string, ReadonlyArray<HistoryRecordingView>>> = {
  recorded: [{ ...recording, state: 'ready', sound, waveform }],
  recordings: [
    recording,
    { ...recording, id: 'r2', end: 'stopped', pauses: 0, state: 'asked' },
    { ...recording, id: 'r3', end: 'interrupted', pauses: 2, state: 'failed' },
    { ...recording, id: 'r4', end: 'open', pauses: 0 },
  ],
};
