// Colleagues as in the mock, and the internal call in each of its phases.
import type { Channel, ColleagueChannelView, ColleagueRowView, InternalCallView } from 'core-wasm';
import { at } from './samples';

type State = [ColleagueChannelView['status'], number?, number?, string?];

const channel = (name: Channel, [status, minutes, open = 0, pause]: State): ColleagueChannelView => ({
  channel: name,
  status,
  since: minutes === undefined ? undefined : at(14, 30) - minutes * 60_000,
  pause,
  activeAttendances: open,
});

const colleague = (
  agentId: string,
  name: string,
  [extension, color]: [string, string],
  groups: ReadonlyArray<string>,
  [voice, whatsapp, chat]: [State, State, State],
  obstacle?: ColleagueRowView['obstacle'],
): ColleagueRowView => ({
  agentId,
  name,
  initials: name
    .split(' ')
    .slice(0, 2)
    .map((part) => part[0] ?? '')
    .join(''),
  color,
  extension,
  groups: [...groups],
  channels: [channel('voice', voice), channel('whatsapp', whatsapp), channel('chat', chat)],
  openAttendances: [voice, whatsapp, chat].reduce((sum, [, , open = 0]) => sum + open, 0),
  obstacle,
});

const off: State = ['disconnected'];
const lunch: State = ['paused', 12, 0, 'Almoço'];
const calls = (minutes: number): State => ['inAttendance', minutes, 1];
const talks = (open: number): State => ['inAttendance', 30, open];
const free = (minutes: number): State => ['available', minutes];

export const colleagueRows: ReadonlyArray<ColleagueRowView> = [
  colleague('1', 'Aline Barreto', ['4008', '#8A5A6B'], ['Vendas'], [free(18), talks(2), off]),
  colleague('2', 'Bruno Siqueira', ['4022', '#0B7F57'], ['Suporte N1'], [free(2), free(2), free(2)]),
  colleague('3', 'Rafael Souza', ['4027', '#0B7F57'], ['Suporte N2', 'N3'], [calls(1), talks(1), talks(1)], 'withYou'),
  colleague('4', 'Priscila Tavares', ['4019', '#A85B00'], ['Suporte N2'], [free(6), talks(3), off]),
  colleague(
    '5',
    'Camila Antunes de Oliveira Prado',
    ['4003', '#7A5BBF'],
    ['Relacionamento'],
    [free(31), talks(4), talks(1)],
  ),
  colleague('6', 'Renata Lopes', ['4015', '#B0478C'], ['Suporte N1'], [calls(9), talks(1), off], 'inOtherCall'),
  colleague('7', 'Ester Nogueira', ['4029', '#0B74B0'], ['Vendas'], [free(3), ['scheduledPause', 3, 2, 'Café'], off]),
  colleague('8', 'André Lacerda', ['4031', '#0B74B0'], ['Suporte N3'], [lunch, lunch, lunch]),
  colleague(
    '9',
    'Sabrina Moura',
    ['4025', '#6E7A00'],
    ['Relacionamento'],
    [off, talks(5), talks(2)],
    'voiceDisconnected',
  ),
];

export const internalCall: InternalCallView = {
  stage: 'inProgress',
  isCaller: true,
  name: 'Rafael Souza',
  initials: 'RS',
  color: '#0B7F57',
  extension: '4027',
  groups: ['Suporte N2'],
  since: at(14, 29),
  here: true,
  muted: false,
};

export const ringingCall: InternalCallView = {
  ...internalCall,
  stage: 'ringing',
  isCaller: false,
  name: 'Priscila Tavares',
  initials: 'PT',
  color: '#A85B00',
  extension: '4019',
};
