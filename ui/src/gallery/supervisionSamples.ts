// Supervised calls of the gallery and of the tests of the drawer.
import type { HearingView, SupervisedCallView } from 'core-wasm';
import { openedAt } from './samples';

const person = (
  role: HearingView['role'],
  name: string,
  initials: string,
  color: string,
  hears: number[],
): HearingView => (role === undefined ? { name, initials, color, hears } : { role, name, initials, color, hears });

/** Customer, agent and supervisor; the supervisor hears both. */
const people = (hearers: 'nobody' | 'agent' | 'both'): HearingView[] => [
  person('customer', 'Carlos Eduardo Nunes', 'CN', '#0279B6', hearers === 'both' ? [1, 2] : [1]),
  person('agent', 'Célia Antunes', 'CA', '#09835E', hearers === 'nobody' ? [0] : [0, 2]),
  person(undefined, '', '', '#896888', [0, 1]),
];

export const supervisedCall: SupervisedCallView = {
  stage: 'active',
  agentId: 'Célia Antunes',
  agentName: 'Célia Antunes',
  customerName: 'Carlos Eduardo Nunes',
  initials: 'CN',
  color: '#0279B6',
  place: 'Suporte N2',
  answeredAt: openedAt - 760_000,
  mode: 'whisper',
  changingTo: undefined,
  people: people('agent'),
  microphone: 'open',
  others: [],
  agentIsTold: true,
  takeOverRefusal: undefined,
  takingOver: false,
  failure: undefined,
};

const noVoice = { key: 'callSupervision.takeOver.noVoiceChannel', params: {}, fallback: undefined };

export const supervisedCalls: Readonly<Record<string, SupervisedCallView>> = {
  whisper: supervisedCall,
  listen: {
    ...supervisedCall,
    mode: 'listen',
    people: people('nobody'),
    microphone: 'closed',
    others: ['Marcos Prado'],
    takeOverRefusal: noVoice,
  },
  barge: { ...supervisedCall, mode: 'barge', people: people('both'), agentIsTold: false },
  changing: {
    ...supervisedCall,
    mode: 'listen',
    changingTo: 'whisper',
    people: people('nobody'),
    microphone: 'closed',
  },
  muted: { ...supervisedCall, people: people('nobody'), microphone: 'muted' },
  noMicrophone: {
    ...supervisedCall,
    mode: 'listen',
    people: people('nobody'),
    microphone: 'unavailable',
    takeOverRefusal: noVoice,
  },
  consulting: {
    ...supervisedCall,
    people: [
      person('customer', 'Carlos Eduardo Nunes', 'CN', '#0279B6', []),
      person('agent', 'Célia Antunes', 'CA', '#09835E', [2, 3]),
      person('consulted', 'Rafael Souza', 'RS', '#417C74', [1]),
      person(undefined, '', '', '#896888', [1, 2]),
    ],
  },
  connecting: {
    ...supervisedCall,
    stage: 'connecting',
    mode: 'listen',
    people: [],
    microphone: 'closed',
  },
  ended: {
    ...supervisedCall,
    stage: 'over',
    people: [],
    failure: { key: 'callSupervision.ended.callEnded', params: {}, fallback: undefined },
  },
  lost: {
    ...supervisedCall,
    stage: 'over',
    people: [],
    failure: { key: 'callSupervision.ended.connectionLost', params: {}, fallback: undefined },
  },
  refused: {
    ...supervisedCall,
    stage: 'over',
    customerName: '',
    people: [],
    answeredAt: undefined,
    failure: { key: 'callSupervision.refused.noCall', params: {}, fallback: undefined },
  },
};
