// The channel whose name, glyph and color a conversation shows: Instagram is a sub-type of WhatsApp.
import type { Channel, MetaType } from 'core-wasm';
import type { ChannelName } from './channels';

export function displayChannel(channel: Channel, metaType: MetaType | undefined): ChannelName {
  return channel === 'whatsapp' && metaType === 'instagram' ? 'instagram' : channel;
}
