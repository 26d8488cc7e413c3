// Constants of the list of colleagues: the states of its filter, the filter without a choice, and the order of the channels; and why a colleague
// cannot be called.
import type {
  Channel,
  ColleagueChannelView,
  ColleagueFilter,
  ColleagueObstacle,
  ColleagueRowView,
  ColleagueSituation,
} from 'core-wasm';

export const situations: ReadonlyArray<ColleagueSituation> = ['available', 'inCall', 'busy', 'paused', 'disconnected'];

/** The filter without a restriction. */
export const allColleagues: ColleagueFilter = { search: '', situation: undefined, groups: undefined };

export const channelOrder: ReadonlyArray<Channel> = ['voice', 'whatsapp', 'chat'];

export function channelOf(
  channels: ReadonlyArray<ColleagueChannelView>,
  channel: Channel,
): ColleagueChannelView | undefined {
  return channels.find((candidate) => candidate.channel === channel);
}

/** A colleague who does not work on voice is not somebody who could connect it. */
export function obstacleOf({
  obstacle,
  channels,
}: Pick<ColleagueRowView, 'obstacle' | 'channels'>): ColleagueObstacle | 'noVoice' | undefined {
  return obstacle === 'voiceDisconnected' && channelOf(channels, 'voice') === undefined ? 'noVoice' : obstacle;
}

/** Number of open attendances at which the meter of a row is full. */
const fullLoad = 7;

export function loadShare(openAttendances: number): number {
  return Math.min(1, openAttendances / fullLoad);
}
