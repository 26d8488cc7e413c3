// Whether new attendances reach the agent, from the statuses of the channels: what an empty list says must be true.
import type { ChannelView } from 'core-wasm';
import type { ChannelName } from './channels';

export type Receiving =
  /** Every connected channel takes attendances. */
  | { state: 'available' }
  /** These do, the other connected ones do not. */
  | { state: 'some'; channels: ReadonlyArray<ChannelName> }
  /** None does: the agent is in a call, the others are paused or in the time after a call. */
  | { state: 'inCall' }
  /** None does: at least one is in the time after a call, the others are so or paused. */
  | { state: 'wrapUp' }
  /** None does: every connected channel is paused. */
  | { state: 'paused' }
  /** None does; the chips of the channels say why. */
  | { state: 'notNow' }
  /** No channel is connected. */
  | { state: 'disconnected' };

type ChannelFacts = Pick<ChannelView, 'channel' | 'status' | 'connected' | 'cause'>;

export function receivingOf(items: ReadonlyArray<ChannelFacts>): Receiving {
  const connected = items.filter((item) => item.connected);
  if (connected.length === 0) return { state: 'disconnected' };
  const taking = connected.filter(takesAttendances);
  if (taking.length === connected.length) return { state: 'available' };
  if (taking.length > 0) return { state: 'some', channels: taking.map(({ channel }) => channel) };
  const are = (...statuses: ReadonlyArray<ChannelView['status']>): boolean =>
    connected.every(({ status }) => statuses.includes(status));
  if (are('paused')) return { state: 'paused' };
  if (are('paused', 'wrapUp')) return { state: 'wrapUp' };
  return { state: are('paused', 'wrapUp', 'inAttendance') ? 'inCall' : 'notNow' };
}

/** A conversation leaves room for further ones, a call does not: neither the agent's own nor one with colleagues. */
function takesAttendances({ channel, status, cause }: ChannelFacts): boolean {
  return cause === undefined && (status === 'available' || (status === 'inAttendance' && channel !== 'voice'));
}
