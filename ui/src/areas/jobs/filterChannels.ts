// The channels that the list can hide (JOB-021, JOB-022): those of the agent, and Instagram, which is a sub-type of WhatsApp with a switch of its own.
import type { Channel } from 'core-wasm';
import type { ChannelName } from '../channels/channels';

export function filterChannels(channels: ReadonlyArray<Channel>): ReadonlyArray<ChannelName> {
  return channels.includes('whatsapp') ? [...channels, 'instagram'] : channels;
}
