// The tabs of the context panel, from left to right.
import type { ContextTab } from '../../areas/attendance/attendanceSlots';
import { ContactTabContainer } from '../../areas/contacts/ContactTabContainer';
import { ScriptTabPart } from './voiceSlots';

export const contextTabs: ReadonlyArray<ContextTab> = [
  { id: 'contact', label: 'contacts.panel.contact', Content: ContactTabContainer },
  { id: 'script', label: 'contacts.panel.script', needs: 'script', Content: ScriptTabPart },
];
