// The parts that areas show outside their own page. A component renders null while it has nothing to show.
import type { ComponentType } from 'react';
import { AbsenceBanner } from '../../areas/absence/Absence';
import type { AttendanceSlots } from '../../areas/attendance/attendanceSlots';
import { ConnectionBannerContainer } from '../../areas/connection/ConnectionMeterContainer';
import { ListFilterButton } from '../../areas/jobs/ListFilterButton';
import { DesktopBanner } from '../../areas/notifications/DesktopBanner';
import { InternalCallSlot } from './colleagueSlots';
import { CallBarSlot, DialButtonSlot, VoiceAttendancePart, VoiceDialogsSlot, WrapUpSlot } from './voiceSlots';
import { StartButtonSlot, WhatsAppConversationPart } from './whatsAppSlots';

export interface ShellSlots {
  /** Under the top bar, from top to bottom. */
  banners: ReadonlyArray<{ id: string; Banner: ComponentType }>;
  /** Above the page; on the attendance page above conversation and details. Each component renders null while it has no call. */
  callBar: ReadonlyArray<{ id: string; Bar: ComponentType }>;
  workspaces: AttendanceSlots['workspaces'];
  listActions: AttendanceSlots['listActions'];
  /** Dialogs that open by themselves, above everything. */
  dialogs: ReadonlyArray<{ id: string; Dialog: ComponentType }>;
  /** Cards at the bottom right, above everything but dialogs. */
  floatingCards: ReadonlyArray<{ id: string; Card: ComponentType }>;
}

export const shellSlots: ShellSlots = {
  banners: [
    { id: 'connection', Banner: ConnectionBannerContainer },
    { id: 'absence', Banner: AbsenceBanner },
    { id: 'desktop', Banner: DesktopBanner },
  ],
  callBar: [
    { id: 'wrapUp', Bar: WrapUpSlot },
    { id: 'voice', Bar: CallBarSlot },
  ],
  workspaces: { voice: VoiceAttendancePart, whatsapp: WhatsAppConversationPart },
  listActions: [
    { id: 'dial', Action: DialButtonSlot },
    { id: 'start', Action: StartButtonSlot },
    { id: 'filter', Action: ListFilterButton },
  ],
  dialogs: [{ id: 'voice', Dialog: VoiceDialogsSlot }],
  floatingCards: [{ id: 'internalCall', Card: InternalCallSlot }],
};
