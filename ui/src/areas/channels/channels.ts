// How channels and their statuses are displayed: one map each. A new channel or status is one entry here and its texts in the catalogues; a missing
// entry does not compile. The rules of a status are in the core.
import { Mail, Phone } from 'lucide-react';
import { ChatGlyph, InstagramGlyph, WhatsAppGlyph } from '../../design/icons/glyphs';
import type { Glyph } from '../../design/icons/Icon';
import type { StatusShape } from '../../design/StatusMark';

export type ChannelName = 'voice' | 'whatsapp' | 'chat' | 'instagram' | 'email';
export type ChannelStatus =
  | 'available'
  | 'inAttendance'
  | 'wrapUp'
  | 'paused'
  | 'scheduledPause'
  | 'disconnected'
  | 'processing'
  | 'checking'
  | 'lost';

export type StatusTone = 'plain' | 'warning' | 'warningDashed' | 'off' | 'danger';

export interface StatusLook {
  shape: StatusShape;
  tone: StatusTone;
  wordKey: `channels.status.${ChannelStatus}`;
  showsTimer: boolean;
}

export const channelGlyph: Record<ChannelName, Glyph> = {
  voice: Phone,
  whatsapp: WhatsAppGlyph,
  chat: ChatGlyph,
  instagram: InstagramGlyph,
  email: Mail,
};

export const statusLook: Record<ChannelStatus, StatusLook> = {
  available: { shape: 'dot', tone: 'plain', wordKey: 'channels.status.available', showsTimer: true },
  inAttendance: { shape: 'ringedDot', tone: 'plain', wordKey: 'channels.status.inAttendance', showsTimer: true },
  wrapUp: { shape: 'hourglass', tone: 'plain', wordKey: 'channels.status.wrapUp', showsTimer: true },
  paused: { shape: 'bars', tone: 'warning', wordKey: 'channels.status.paused', showsTimer: true },
  scheduledPause: {
    shape: 'clock',
    tone: 'warningDashed',
    wordKey: 'channels.status.scheduledPause',
    showsTimer: true,
  },
  disconnected: { shape: 'hollowRing', tone: 'off', wordKey: 'channels.status.disconnected', showsTimer: false },
  processing: { shape: 'spinner', tone: 'plain', wordKey: 'channels.status.processing', showsTimer: false },
  checking: { shape: 'dashedRing', tone: 'plain', wordKey: 'channels.status.checking', showsTimer: false },
  lost: { shape: 'triangle', tone: 'danger', wordKey: 'channels.status.lost', showsTimer: true },
};
