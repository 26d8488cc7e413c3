// Calls of several as the core shows them, for tests.
import type { CallPartyView, CallRoomView, CallTransferView } from 'core-wasm';

export const person = (
  party: number,
  role: CallPartyView['role'],
  name: string,
  more: Partial<CallPartyView> = {},
) => ({
  party,
  role,
  own: false,
  name,
  initials: name.slice(0, 1),
  color: '#0279B6',
  number: `40${party}`,
  ringing: false,
  music: false,
  held: false,
  muted: false,
  since: 0,
  controls: false,
  ...more,
});
export const own = person(1, 'agent', 'Juliana Castro', { own: true });
export const carlos = person(2, 'customer', 'Carlos Nunes', { number: '5511987654321', controls: true });
export const rafael = person(3, 'consulted', 'Rafael Souza', { controls: true });
export const bia = person(4, 'colleague', 'Bia Reis', { controls: true });
export const onHold = { ...carlos, music: true };

export const transfer: CallTransferView = {
  kind: 'assisted',
  phase: 'consulting',
  destinationKind: 'agent',
  name: 'Rafael Souza',
  note: '',
  since: 0,
  accepted: true,
  waitingForConfirmation: false,
  canComplete: true,
  canCancel: true,
};
export const room = (more: Partial<CallRoomView> = {}): CallRoomView => ({
  mode: 'consulting',
  since: 0,
  parties: [own, onHold, rafael],
  transfer,
  failure: undefined,
  owned: true,
  successor: undefined,
  pending: false,
  ...more,
});
export const conference = (more: Partial<CallRoomView> = {}): CallRoomView =>
  room({
    mode: 'together',
    transfer: undefined,
    parties: [own, carlos, { ...rafael, role: 'colleague' }],
    successor: 'Rafael Souza',
    ...more,
  });
export const calling = room({
  parties: [own, onHold, { ...rafael, ringing: true }],
  transfer: { ...transfer, phase: 'ringing', waitingForConfirmation: true },
});

export const failure = (key: string) => ({
  name: 'Rafael Souza',
  text: { key: `transferError.${key}`, params: {}, fallback: 'transferError.unknown' },
  at: 0,
});
