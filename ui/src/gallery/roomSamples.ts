// Invented calls with more than two parties, transfers and their destinations, for the gallery.
import type {
  CallDestinationAgentView,
  CallDestinationsView,
  CallPartyView,
  CallRoomView,
  CallTransferView,
  TransferOfferView,
} from 'core-wasm';
import { longName, openedAt } from './samples';

const person = (more: Partial<CallPartyView>): CallPartyView => ({
  party: 1,
  role: 'agent',
  own: false,
  name: 'Juliana Castro',
  initials: 'JC',
  color: '#4E6EC9',
  number: '4012',
  ringing: false,
  music: false,
  held: false,
  muted: false,
  since: openedAt - 48_000,
  controls: false,
  ...more,
});

const own = person({ own: true });
const customer = person({
  party: 2,
  role: 'customer',
  name: 'Carlos Eduardo Nunes',
  initials: 'CN',
  color: '#0279B6',
  number: '5511987654321',
  controls: true,
});
const rafael = person({
  party: 3,
  role: 'consulted',
  name: 'Rafael Souza',
  initials: 'RS',
  color: '#09835E',
  number: '4027',
  controls: true,
});
const colleague = (party: number, name: string, initials: string, color: string): CallPartyView =>
  person({ party, role: 'colleague', name, initials, color, number: String(4000 + party), controls: true });
const priscila = colleague(4, 'Priscila Tavares', 'PT', '#AA6003');

const transfer: CallTransferView = {
  kind: 'assisted',
  phase: 'consulting',
  destinationKind: 'agent',
  name: 'Rafael Souza',
  note: 'Queda a cada 10 min na unidade Campinas Centro. Modem reiniciado duas vezes, LOS piscando. Pede visita hoje.',
  since: openedAt - 36_000,
  accepted: true,
  waitingForConfirmation: false,
  canComplete: true,
  canCancel: true,
};
const held = { ...customer, music: true, controls: false };
const ringing = { ...rafael, ringing: true, controls: false };

const room = (more: Partial<CallRoomView>): CallRoomView => ({
  mode: 'consulting',
  since: openedAt - 134_000,
  parties: [own, held, rafael],
  transfer,
  failure: undefined,
  owned: true,
  successor: undefined,
  pending: false,
  ...more,
});
const conference = (more: Partial<CallRoomView> = {}): CallRoomView =>
  room({
    mode: 'together',
    transfer: undefined,
    parties: [own, { ...rafael, role: 'colleague', muted: true }, customer],
    successor: 'Rafael Souza',
    ...more,
  });

/** Samples by the name in the address of the gallery. */
export const roomSamples: Readonly<Record<string, CallRoomView>> = {
  blind: room({
    parties: [own, held],
    transfer: {
      ...transfer,
      kind: 'blind',
      phase: 'ringing',
      destinationKind: 'queue',
      name: 'Suporte N3',
      canComplete: false,
    },
  }),
  calling: room({
    parties: [own, held, ringing],
    transfer: { ...transfer, phase: 'ringing', waitingForConfirmation: true, since: openedAt - 9_000 },
  }),
  consulting: room({}),
  consultingLong: room({
    parties: [own, { ...held, name: longName, since: openedAt - 212_000 }, { ...rafael, name: longName }],
    transfer: { ...transfer, name: longName, note: longName },
  }),
  swapped: room({
    mode: 'withCustomer',
    parties: [own, customer, { ...rafael, music: true }],
    transfer: { ...transfer, phase: 'withCustomer' },
  }),
  waiting: room({ pending: true }),
  completing: room({ transfer: { ...transfer, phase: 'completing', canComplete: false, canCancel: false } }),
  conference: conference(),
  inviting: conference({ parties: [own, customer, { ...priscila, ringing: true }], successor: undefined }),
  six: conference({
    parties: [
      own,
      customer,
      { ...rafael, role: 'colleague', held: true, music: true },
      priscila,
      colleague(5, longName, 'MA', '#B1508D'),
      colleague(6, 'André Lacerda', 'AL', '#0279B6'),
    ],
  }),
  guest: room({
    owned: false,
    parties: [{ ...rafael, own: true, controls: false }, { ...own, own: false }, held],
    transfer: undefined,
  }),
  customerLeft: room({ parties: [own, rafael], transfer: undefined, mode: 'together' }),
  back: room({
    mode: 'together',
    parties: [own, customer],
    transfer: undefined,
    failure: {
      name: 'Rafael Souza',
      text: { key: 'transferError.agentPaused', params: {}, fallback: undefined },
      at: openedAt,
    },
  }),
};

const agent = (more: Partial<CallDestinationAgentView>): CallDestinationAgentView => ({
  id: '1',
  name: 'Rafael Souza',
  initials: 'RS',
  color: '#09835E',
  extension: '4027',
  status: 'available',
  since: openedAt - 252_000,
  pause: '',
  groups: ['Suporte N2', 'Suporte N3'],
  open: 2,
  refusal: undefined,
  ...more,
});
const because = (cause: string) => ({ key: `transferError.${cause}`, params: {}, fallback: undefined });

export const callDestinations: CallDestinationsView = {
  agentsState: 'ready',
  agents: [
    agent({}),
    agent({
      id: '2',
      name: 'Priscila Tavares',
      initials: 'PT',
      color: '#AA6003',
      extension: '4019',
      status: 'inAttendance',
      open: 3,
    }),
    agent({
      id: '3',
      name: 'Renata Lopes',
      initials: 'RL',
      color: '#B1508D',
      extension: '4015',
      status: 'inAttendance',
      since: openedAt - 135_000,
      refusal: because('agentInCall'),
    }),
    agent({
      id: '4',
      name: 'André Lacerda',
      initials: 'AL',
      color: '#0279B6',
      extension: '4031',
      status: 'paused',
      pause: 'Almoço',
      since: openedAt - 760_000,
      refusal: because('agentPaused'),
    }),
    agent({
      id: '5',
      name: longName,
      initials: 'MA',
      extension: '',
      status: 'disconnected',
      refusal: because('agentOffline'),
    }),
  ],
  groupsState: 'ready',
  groups: [
    {
      kind: 'queue',
      id: '1',
      name: 'Suporte N3',
      current: false,
      agentsAvailable: 2,
      agents: 5,
      waiting: 0,
      waitingSince: undefined,
      refusal: undefined,
    },
    {
      kind: 'queue',
      id: '2',
      name: 'Financeiro',
      current: true,
      agentsAvailable: 0,
      agents: 4,
      waiting: 4,
      waitingSince: openedAt - 168_000,
      refusal: undefined,
    },
    {
      kind: 'queue',
      id: '3',
      name: 'Retenção',
      current: false,
      agentsAvailable: 0,
      agents: 0,
      waiting: 0,
      waitingSince: undefined,
      refusal: because('noAvailableAgents'),
    },
    {
      kind: 'campaign',
      id: '4',
      name: 'Renovação 2026',
      current: false,
      agentsAvailable: 1,
      agents: 3,
      waiting: 0,
      waitingSince: undefined,
      refusal: undefined,
    },
  ],
  pending: false,
  failure: undefined,
  note: transfer.note,
};

export const thousandDestinations: CallDestinationsView = {
  ...callDestinations,
  agents: Array.from({ length: 1_000 }, (_, index) =>
    agent({ id: String(index), name: `Agente ${index}`, extension: String(4000 + index), open: index % 6 }),
  ),
};

const offer: TransferOfferView = {
  kind: 'assisted',
  conference: false,
  from: 'Juliana Castro',
  fromInitials: 'JC',
  fromColor: '#4E6EC9',
  fromExtension: '4012',
  note: transfer.note,
  tags: [
    { name: 'Suporte N2', color: '#09835E' },
    { name: 'Reincidente', color: '#BD4D65' },
  ],
  contactId: '7',
  onHoldSince: openedAt - 18_000,
};

/** Samples by the name in the address of the gallery. */
export const offerSamples: Readonly<Record<string, TransferOfferView>> = {
  offer,
  offerBlind: { ...offer, kind: 'blind', note: '', tags: [], contactId: undefined },
  offerConference: { ...offer, conference: true, onHoldSince: undefined, note: '' },
  offerLong: {
    ...offer,
    from: longName,
    note: Array.from({ length: 8 }, () => transfer.note).join('\n'),
    tags: Array.from({ length: 6 }, (_, index) => ({ name: `${longName} ${index}`, color: '#BD4D65' })),
  },
};
