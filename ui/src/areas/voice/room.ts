// Computes the content of the bar of a call with more than two parties from the server's last state of the room: the frames (each holds parties who
// hear each other), their titles and the agent's possible actions. Pressed buttons have no influence.
import type { CallPartyView, CallRoomView, VoiceIntent } from 'core-wasm';
import type { TFunction } from 'i18next';
import { shortName } from '../../shared/shortName';

/** The agent's actions in a call with more than two parties. */
export type RoomAction = Extract<
  VoiceIntent,
  {
    type:
      | 'completeTransfer'
      | 'cancelTransfer'
      | 'talkWith'
      | 'joinConference'
      | 'holdParty'
      | 'muteParty'
      | 'removeParty'
      | 'leaveConference'
      | 'endConference'
      | 'pauseRecording'
      | 'dismissTransferFailure';
  }
>;

export type RoomStage = 'transferring' | 'consultation' | 'conference' | 'guest' | 'customerLeft';

/** Maximum of parties in a call. */
export const mostParties = 6;

/**
 * Whether the call has an open transfer or more than two parties; after a failed transfer, a call of two parties is shown like
 * any other call.
 */
export function isSeveral(room: CallRoomView | undefined): room is CallRoomView {
  return (
    room !== undefined && (room.transfer !== undefined || room.parties.length > 2 || !room.owned || hasNoCustomer(room))
  );
}

function hasNoCustomer({ parties }: CallRoomView): boolean {
  return parties.length > 1 && parties.every(({ role }) => role !== 'customer');
}

export function stageOf(room: CallRoomView): RoomStage {
  if (!room.owned) return 'guest';
  // Of a conference several remain, of a consultation the colleague.
  if (hasNoCustomer(room)) return room.parties.length > 2 ? 'guest' : 'customerLeft';
  if (room.transfer === undefined) return 'conference';
  return room.transfer.kind === 'assisted' ? 'consultation' : 'transferring';
}

export interface RoomFrame {
  /** `held`: the agent hears nobody in the frame, and its parties hear music. */
  kind: 'talk' | 'held';
  title: string;
  /** Time on the server's clock. */
  since: number;
  parties: ReadonlyArray<CallPartyView>;
}

/** The frame with the agent comes first. */
export function framesOf(room: CallRoomView, t: TFunction): ReadonlyArray<RoomFrame> {
  const { parties, transfer } = room;
  const since = transfer?.since ?? room.since;
  const customer = parties.find(({ role }) => role === 'customer');
  if (room.mode === 'together' && transfer === undefined)
    return [{ kind: 'talk', title: togetherTitle(room, t), since, parties }];
  const talking = parties.filter(({ music }) => !music);
  const held = parties.filter(({ music }) => music);
  const frames: RoomFrame[] = [];
  if (talking.length > 0) frames.push({ kind: 'talk', title: talkTitle(room, talking, t), since, parties: talking });
  if (held.length > 0)
    frames.push({
      kind: 'held',
      title: held.length === 1 && held[0] === customer ? t('voice.room.title.customerHeld') : heldTitle(held, t),
      since: Math.min(...held.map((party) => party.since)),
      parties: held,
    });
  return frames.sort((one, other) => Number(hasOwn(other)) - Number(hasOwn(one)));
}

const hasOwn = ({ parties }: RoomFrame): boolean => parties.some(({ own }) => own);

function heldTitle(held: ReadonlyArray<CallPartyView>, t: TFunction): string {
  const [first] = held;
  if (held.length > 1 || first === undefined) return t('voice.room.title.manyHeld');
  return first.own ? t('voice.room.title.ownHeld') : t('voice.room.title.held', { name: shortName(first.name) });
}

function talkTitle(
  { mode, transfer, owned }: CallRoomView,
  talking: ReadonlyArray<CallPartyView>,
  t: TFunction,
): string {
  const others = talking.filter(({ own }) => !own);
  const [first, second] = others;
  const target = { name: shortName(transfer?.name ?? '') };
  if (owned && transfer !== undefined) {
    if (transfer.phase === 'completing') return t('voice.room.title.completing', target);
    if (transfer.kind === 'blind')
      return t(`voice.room.title.blind.${transfer.phase === 'asked' ? 'asked' : 'ringing'}`, target);
    if (transfer.phase === 'asked' || transfer.phase === 'ringing') return t('voice.room.title.calling', target);
  }
  if (first === undefined) return t('voice.room.title.alone');
  if (talking.length === others.length && second !== undefined)
    return t('voice.room.title.others', { name: shortName(first.name), other: shortName(second.name) });
  return t(mode === 'consulting' ? 'voice.room.title.consulting' : 'voice.room.title.talking', {
    name: shortName(first.name),
  });
}

const counted = { 3: 'three', 4: 'four', 5: 'five', 6: 'six' } as const;

function togetherTitle({ parties }: CallRoomView, t: TFunction): string {
  const [other, ...more] = parties.filter(({ own }) => !own);
  if (other !== undefined && more.length === 0 && !other.ringing && !other.music)
    return t('voice.room.title.talking', { name: shortName(other.name) });
  const called = parties.find(({ ringing }) => ringing);
  if (called !== undefined) return t('voice.room.title.inviting', { name: shortName(called.name) });
  const size = counted[parties.length as keyof typeof counted];
  const all = parties.every(({ music }) => !music);
  return all && size !== undefined ? t(`voice.room.title.together.${size}`) : t('voice.room.title.conference');
}

/** The parties that the agent hears now: with only one, the speaker's level is that party's level. */
export function heardBy(room: CallRoomView): ReadonlyArray<CallPartyView> {
  const own = room.parties.find((party) => party.own);
  if (own?.music === true) return [];
  return room.parties.filter((party) => !party.own && !party.music && !party.ringing && !party.muted);
}

export interface RoomNames {
  customer: string;
  /** The destination of the transfer, or the first colleague. */
  colleague: string;
}

export function namesOf({ parties, transfer }: CallRoomView): RoomNames {
  const customer = parties.find(({ role }) => role === 'customer');
  const colleague = parties.find(({ role, own }) => !own && role !== 'customer');
  return {
    customer: shortName(customer?.name ?? ''),
    colleague: shortName(transfer?.name ?? colleague?.name ?? ''),
  };
}
