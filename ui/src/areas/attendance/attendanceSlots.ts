// Slots that other areas fill in the attendance page. The application provides the tables, so this area imports none of
// these areas.
import type { OpenJob } from '../../core/slices';
import type { Channel } from 'core-wasm';
import { createContext, type ComponentType } from 'react';
import type { TextKey } from '../../i18n/textKey';

export interface ContextTab {
  id: string;
  label: TextKey;
  /**
   * The tab of a script is shown only if `hasScriptTab` is true, the tab of files not for calls, which have none, and the tab of transfers only if
   * there were any.
   */
  needs?: 'script' | 'files' | 'transfers';
  /** Whether the content scrolls by itself. */
  fill?: boolean;
  Content: ComponentType<{ protocol: string; job: OpenJob }>;
}

/** The workspace of an attendance, between list and details. */
export interface WorkspaceProps {
  protocol: string;
  job: OpenJob;
  contextOpen: boolean;
  onToggleContext: () => void;
}

export interface AttendanceSlots {
  contextTabs: ReadonlyArray<ContextTab>;
  /** Channels whose attendances are no conversations. */
  workspaces: Partial<Record<Channel, ComponentType<WorkspaceProps>>>;
  /** Slot in the header of the list. */
  listActions: ReadonlyArray<{ id: string; Action: ComponentType }>;
}

export const AttendanceSlotsContext = createContext<AttendanceSlots>({
  contextTabs: [],
  workspaces: {},
  listActions: [],
});
