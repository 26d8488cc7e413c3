// Constants of the list of colleagues: the states of its filter, the filter without a choice, and the order of the channels.
import type { Channel, ColleagueChannelView, ColleagueFilter, ColleagueSituation } from 'core-wasm';

export const situations: ReadonlyArray<ColleagueSituation> = ['available', 'inCall', 'paused', 'disconnected'];

/** The filter without a restriction. */
export const allColleagues: ColleagueFilter = { search: '', situation: undefined, groups: undefined };

export const channelOrder: ReadonlyArray<Channel> = ['voice', 'whatsapp', 'chat'];

export function channelOf(
  channels: ReadonlyArray<ColleagueChannelView>,
  channel: Channel,
): ColleagueChannelView | undefined {
  return channels.find((candidate) => candidate.channel === channel);
}

/** Number of open attendances at which the meter of a row is full. */
const fullLoad = 7;

export function loadShare(openAttendances: number): number {
  return Math.min(1, openAttendances / fullLoad);
}
