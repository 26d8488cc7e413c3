// Invented calls for the gallery.
import type { ScriptFieldView, ScriptView } from 'core-wasm';
import type { CallBarProps } from '../areas/voice/CallBar';
import type { CallView, IncomingCallView, QualitySample } from '../areas/voice/callViews';
import type { DevicePickerProps } from '../areas/voice/DevicePicker';
import type { DialFormProps } from '../areas/voice/DialForm';
import type { ScriptPanelProps } from '../areas/voice/ScriptPanel';
import type { VoiceAttendanceProps } from '../areas/voice/VoiceAttendance';
import { offerSamples, roomSamples } from './roomSamples';
import { ignore, longName, openedAt } from './samples';

const call: CallView = {
  id: '1',
  name: 'Carlos Eduardo Nunes',
  initials: 'CN',
  color: '#0279B6',
  phone: '+55 (11) 98765-4321',
  place: 'Fila · Suporte N2',
  status: 'inCall',
  since: openedAt - 272_000,
  muted: false,
  holdPending: false,
  audible: true,
  hangingUp: false,
  redialPending: false,
};

/** A minute with a bad part and a gap. */
export const qualitySamples: ReadonlyArray<QualitySample> = Array.from({ length: 60 }, (_, second) => {
  const isBad = second > 24 && second < 34;
  const isGap = second === 40 || second === 41;
  return {
    roundTripMs: isGap ? null : 60 + ((second * 7) % 23) + (isBad ? 320 : 0),
    jitterMs: isGap ? null : 6 + ((second * 5) % 9) + (isBad ? 38 : 0),
    loss: isGap ? null : isBad ? 0.064 : 0.002,
    bitrate: isGap ? null : isBad ? 48_000 : 64_000,
  };
});

type CallBarState = Pick<CallBarProps, 'legs' | 'levels' | 'quality' | 'noAudio' | 'onDesk'>;

const state = (more: Partial<CallView>, rest: Partial<CallBarState> = {}): CallBarState => ({
  legs: [{ ...call, ...more }],
  levels: { microphone: 0.05, speaker: 0.15 },
  quality: qualitySamples,
  noAudio: false,
  onDesk: false,
  ...rest,
});

const colleague: CallView = {
  ...call,
  id: '2',
  name: 'Rafael Souza',
  initials: 'RS',
  color: '#078561',
  phone: '4027',
  place: '',
  since: openedAt - 36_000,
};

const inRoom: Record<string, CallBarState> = {};
for (const [name, room] of Object.entries(roomSamples))
  inRoom[name] = state({ room, status: name === 'blind' ? 'onHold' : 'inCall' });

export const callBarSamples: Readonly<Record<string, CallBarState>> = {
  ...inRoom,
  dialling: state({ audible: false, status: 'dialling', since: undefined, place: 'Campanha · Retenção' }),
  ringing: state({ audible: false, status: 'ringing', since: undefined, place: 'Campanha · Retenção' }),
  inCall: state({}),
  supervisorListens: state({ supervisors: [{ name: 'Carla Dias', mode: 'listen' }] }),
  supervisorWhispers: state({ supervisors: [{ name: 'Carla Dias', mode: 'whisper' }] }),
  supervisorJoined: state({ supervisors: [{ name: 'Carla Dias', mode: 'barge' }] }),
  recorded: state({ recording: { pausedSince: undefined, waiting: false, owned: true } }),
  recordingPaused: state({ recording: { pausedSince: openedAt - 40_000, waiting: false, owned: true } }),
  recordingPausing: state({ recording: { pausedSince: undefined, waiting: true, owned: true } }),
  muted: state({ muted: true }),
  holdPending: state({ holdPending: true }),
  onHold: state({ status: 'onHold' }),
  hangingUp: state({ hangingUp: true }),
  noAudio: state({}, { noAudio: true, levels: { microphone: 0.1, speaker: 0 } }),
  reconnecting: state({ audible: false, status: 'reconnecting' }),
  hour: state({ since: openedAt - 4_272_000 }),
  long: state({ name: longName, place: `Fila · ${longName}` }),
  ended: state({ audible: false, status: 'ended', durationMs: 272_000 }),
  busy: state({ audible: false, status: 'ended', since: undefined, result: 'BUSY' }),
  congestion: state({ audible: false, status: 'ended', since: undefined, result: 'CONGESTION' }),
  twoLegs: state({}, { legs: [colleague, { ...call, status: 'onHold', since: openedAt - 48_000 }] }),
  twoLegsLong: state(
    {},
    {
      legs: [
        { ...call, status: 'onHold', name: longName },
        { ...colleague, name: longName, muted: true },
      ],
    },
  ),
  deskDialling: state({ audible: false, status: 'dialling', since: undefined }, { onDesk: true, quality: [] }),
  deskInCall: state({ audible: false }, { onDesk: true, quality: [] }),
  threeLegs: state({}, { legs: [colleague, { ...call, id: '3' }, { ...call, status: 'dialling', since: undefined }] }),
};

type VoiceAttendanceSample = Pick<VoiceAttendanceProps, 'protocol' | 'job' | 'voice' | 'isOnBar' | 'stage' | 'note'>;

const script = {
  name: 'Diagnóstico',
  text: 'Olá, {{fullname}}, obrigado por aguardar. Vejo aqui que o circuito da unidade está com oscilação desde 13h50. O modem está com a luz LOS acesa?',
  fields: [
    { id: '1', name: 'Motivo do contato', kind: 'select', value: 'Internet instável', options: ['Internet instável'] },
    { id: '2', name: 'Luz LOS acesa?', kind: 'select', value: '', options: ['Sim', 'Não'] },
    { id: '3', name: 'Quedas por hora', kind: 'number', value: '6', options: [] },
    { id: '4', name: 'Melhor dia para a visita', kind: 'date', value: '2026-11-24', options: [] },
    { id: '5', name: 'Já reiniciou o modem', kind: 'checkbox', value: 'true', options: [] },
    { id: '6', name: 'Aceita receber avisos por mensagem no telefone', kind: 'checkbox', value: '', options: [] },
    {
      id: '7',
      name: 'Observação',
      kind: 'text',
      value: 'Cliente relata queda a cada 10 min, afeta o PDV da loja.',
      options: [],
    },
  ],
} satisfies ScriptView;
const job = { name: call.name, initials: call.initials, color: call.color, disabled: false, finishing: false };
const voice = {
  result: undefined,
  ended: false,
  redialling: false,
  place: 'Suporte N2',
  script,
  scriptState: 'ready',
} as const;

/** Samples by the name in the address of the gallery. */
export const voiceAttendanceSamples: Readonly<Record<string, VoiceAttendanceSample>> = {
  script: { protocol: '20261119-084417', job, voice, isOnBar: true },
  noted: {
    protocol: '20261119-084417',
    job,
    voice,
    isOnBar: true,
    stage: 'consultation',
    note: { label: 'Rafael recebeu:', note: roomSamples.consulting?.transfer?.note ?? '' },
  },
  received: {
    protocol: '20261119-084417',
    job,
    voice,
    isOnBar: true,
    note: { label: 'Rafael transferiu para você:', note: roomSamples.consulting?.transfer?.note ?? '' },
  },
  noScript: {
    protocol: '20261119-084417',
    job: { ...job, disabled: true },
    voice: { ...voice, result: 'BUSY', ended: true, script: undefined },
    isOnBar: false,
  },
};

export const ignoredAttendanceActions = {
  onBack: ignore,
  onRedial: ignore,
  onAnswer: ignore,
  onRetryScript: ignore,
  onFinish: ignore,
  onQualify: ignore,
};

type ScriptSample = Pick<ScriptPanelProps, 'script' | 'state' | 'customer'>;

const withoutFields = { ...script, fields: [] };
const invalid = {
  id: '1',
  name: 'Quedas por hora',
  kind: 'number',
  value: '6-',
  options: [],
} satisfies ScriptFieldView;
const former = {
  id: '2',
  name: 'Plano',
  kind: 'select',
  value: 'Plano antigo',
  options: ['Básico', 'Completo'],
} satisfies ScriptFieldView;
const long = {
  id: '3',
  name: longName,
  kind: 'select',
  value: longName,
  options: [longName],
} satisfies ScriptFieldView;

/** Samples by caption. */
export const scriptSamples: Readonly<Record<string, ScriptSample>> = {
  'perguntas respondidas': { script, state: 'ready', customer: call.name },
  'número inválido, opção antiga, nome longo': {
    script: { ...script, fields: [invalid, former, long] },
    state: 'ready',
    customer: longName,
  },
  'perguntas não carregadas': { script: withoutFields, state: 'failed', customer: call.name },
  carregando: { script: withoutFields, state: 'loading', customer: call.name },
  'script não carregado': { script: undefined, state: 'failed', customer: call.name },
  'sem script': { script: undefined, state: 'ready', customer: call.name },
};

export const ignoredCallActions = {
  onMute: ignore,
  onHold: ignore,
  onTone: ignore,
  onHangUp: ignore,
  onRedial: ignore,
  onQualify: ignore,
  onOpenDevices: ignore,
  onTransfer: ignore,
  onAdd: ignore,
  onRoom: ignore,
};

const incoming: IncomingCallView = {
  origin: 'assistedTransfer',
  name: 'Beatriz Fontes',
  initials: 'BF',
  color: '#9B58AE',
  phone: '+55 (21) 99704-1188',
  employer: 'Padaria Ipanema Ltda.',
  phoneUnverified: false,
  place: 'Suporte N1',
  transferredBy: 'Renata Lopes',
  since: openedAt - 6_000,
};

const transferred: IncomingCallView = {
  ...incoming,
  name: 'Carlos Eduardo Nunes',
  initials: 'CN',
  color: '#0279B6',
  phone: '+55 (11) 98765-4321',
  employer: 'Mercado Dom Pedro',
  place: '',
};
const offered: Record<string, IncomingCallView> = {};
for (const [name, offer] of Object.entries(offerSamples)) offered[name] = { ...transferred, offer };

export const incomingSamples: Readonly<Record<string, IncomingCallView>> = {
  ...offered,
  offerUnknown: { ...transferred, name: '', initials: '#', employer: '', offer: offerSamples.offerBlind },
  incoming,
  incomingUnknown: {
    ...incoming,
    origin: 'queue',
    name: '',
    initials: '#',
    employer: '',
    transferredBy: '',
    phoneUnverified: true,
  },
  incomingLong: { ...incoming, name: longName, employer: longName, place: longName, transferredBy: longName },
  incomingPending: { ...incoming, origin: 'dialer', transferredBy: '', pending: 'accept' },
  incomingFailed: {
    ...incoming,
    origin: 'queue',
    transferredBy: '',
    failure: 'Nao foi possivel recusar o atendimento',
  },
};

export const devicePickerSample: DevicePickerProps = {
  devices: [
    { id: 'a', kind: 'microphone', label: 'Jabra Evolve2 40' },
    { id: 'b', kind: 'microphone', label: '' },
    { id: 'c', kind: 'speaker', label: 'Jabra Evolve2 40' },
    { id: 'd', kind: 'speaker', label: longName },
  ],
  choice: { microphone: 'a', speaker: 'c', ringer: 'd' },
  onChoose: ignore,
  choosesSpeaker: true,
  level: 0.08,
  test: 'idle',
  inCall: false,
  onTest: ignore,
  onRetry: ignore,
};

export const devicePickerStates: Readonly<Record<string, Partial<DevicePickerProps>>> = {
  devicesRefused: { problem: 'refused', level: 0, choosesSpeaker: false, inCall: true },
  devicesTest: { test: 'recording' },
};

export const dialSample: DialFormProps = {
  phone: '11 98765-4321',
  onPhoneChange: ignore,
  campaigns: [{ id: '31', name: 'Renovação' }],
  campaign: '31',
  onCampaignChange: ignore,
  pending: false,
  inCall: false,
  onDial: ignore,
};
