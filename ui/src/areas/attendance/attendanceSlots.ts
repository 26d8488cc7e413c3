// What other areas add to the attendance page. The application provides the tables, so this area imports none of them.
import type { OpenJob } from '../../core/slices';
import type { Channel } from 'core-wasm';
import { createContext, type ComponentType } from 'react';
import type { TextKey } from '../../i18n/textKey';

export interface ContextTab {
  id: string;
  label: TextKey;
  /** A tab of a script is shown only where `hasScriptTab` says so; a tab of files not for calls, which have none; a tab of transfers where there were any. */
  needs?: 'script' | 'files' | 'transfers';
  /** The content scrolls by itself. */
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
  /** Channels whose attendance is not a conversation. */
  workspaces: Partial<Record<Channel, ComponentType<WorkspaceProps>>>;
  /** In the header of the list. */
  listActions: ReadonlyArray<{ id: string; Action: ComponentType }>;
}

export const AttendanceSlotsContext = createContext<AttendanceSlots>({
  contextTabs: [],
  workspaces: {},
  listActions: [],
});
