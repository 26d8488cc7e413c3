// Whether new attendances can reach the agent, from the statuses of the channels: the text of an empty list depends on
// it.
import type { ChannelView } from 'core-wasm';
import type { ChannelName } from './channels';

export type Receiving =
  /** Every connected channel can get attendances. */
  | { state: 'available' }
  /** Only these channels can get attendances, the other connected channels cannot. */
  | { state: 'some'; channels: ReadonlyArray<ChannelName> }
  /** No channel can: the agent is in a call, and the others are paused or in the wrap-up. */
  | { state: 'inCall' }
  /** No channel can: at least one is in the wrap-up, the others too or paused. */
  | { state: 'wrapUp' }
  /** No channel can: every connected channel is paused. */
  | { state: 'paused' }
  /** No channel can for other reasons; the chips of the channels show them. */
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

/** A conversation allows further ones, a call does not: neither a call of the agent nor one with colleagues. */
function takesAttendances({ channel, status, cause }: ChannelFacts): boolean {
  return cause === undefined && (status === 'available' || (status === 'inAttendance' && channel !== 'voice'));
}
