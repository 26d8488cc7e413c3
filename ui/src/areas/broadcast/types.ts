// What the screens of broadcasts show. The names are those of the wire (core-wasm/wire/src/broadcast.rs); times are epoch milliseconds.
import type { CoreText } from '../../i18n/text';

export type EntryStatus =
  | 'QUEUED'
  | 'SENDING'
  | 'SENT'
  | 'DELIVERED'
  | 'READ'
  | 'ALREADY_IN_ATTENDANCE'
  | 'IDENTIFIER_NOT_FOUND'
  | 'DAILY_LIMIT_REACHED'
  | 'MISSING_PREFIX'
  | 'MISMATCH'
  | 'FAILED';

/** The state of a list as the agent reads it. */
export type BroadcastWord = 'planned' | 'queued' | 'sending' | 'paused' | 'complete' | 'cancelled';

/** The figures of the progress. Their sum, without `total` and `processed`, is `total`. */
export interface BroadcastProgress {
  total: number;
  processed: number;
  read: number;
  delivered: number;
  sent: number;
  queued: number;
  /** Entries of a cancelled list that were not sent. */
  notSent: number;
  error: number;
}

/** A request about a list that waits for its answer. */
export type PendingChange = 'cancel' | 'resume' | 'retry';

export interface BroadcastSummary {
  id: string;
  name: string;
  word: BroadcastWord;
  attendanceGroupName: string;
  campaignName: string;
  routeName: string;
  templateName: string;
  startsAt: number;
  finishedAt?: number | undefined;
  cancelledAt?: number | undefined;
  /** Why the server sends nothing now. */
  pausedReason?: CoreText | undefined;
  /** When the server goes on by itself. */
  resumesAt?: number | undefined;
  progress: BroadcastProgress;
  /** Number of entries that may be sent again. */
  retryable: number;
  mayCancel: boolean;
  mayResume: boolean;
  mayRetry: boolean;
  pending?: PendingChange | undefined;
}

export type BroadcastTab = 'all' | 'current' | 'planned' | 'ended';

export interface BroadcastFilter {
  search: string;
  tab: BroadcastTab;
}

export type BroadcastsPhase = 'disabled' | 'loading' | 'ready' | 'refreshing' | 'stale' | 'failed';

/** A list with the data of its page. */
export interface BroadcastDetails extends BroadcastSummary {
  createdAt: number;
  /** Text of the template, with placeholders. */
  templateBody: string;
}

export type EntryGroup = 'all' | 'read' | 'delivered' | 'sent' | 'queued' | 'error';

export interface EntryFilter {
  group: EntryGroup;
  /** The value of a reason; empty: every reason. */
  reason: string;
  search: string;
}

export interface BroadcastEntry {
  scheduleId: string;
  contactName: string;
  initials: string;
  /** One of the colours of the avatars. */
  color: string;
  /** The contact; empty for a number without one. */
  contactId: string;
  contactIdentifier: string;
  contactWhatsAppIdentifier: string;
  status: EntryStatus;
  /** Undefined: the status says everything. */
  reason?: CoreText | undefined;
  retryable: boolean;
  changedAt: number;
}

/** Exactly one field is set. */
export interface VariableSource {
  column: string;
  text: string;
}

export interface BroadcastDraft {
  name: string;
  groupId: string;
  campaignId: string;
  routeId: string;
  templateId: string;
  /** In the order of the template's variables. */
  variables: ReadonlyArray<VariableSource>;
  headerLink: string;
  /** Undefined: the sending begins at once. */
  startsAt?: number | undefined;
}

/** The fields in the order of the focus. */
export const draftFields = [
  'name',
  'group',
  'campaign',
  'route',
  'template',
  'headerLink',
  'variables',
  'contacts',
  'startsAt',
] as const;

export type DraftField = (typeof draftFields)[number];

export type DraftFaults = Partial<Record<DraftField, CoreText>>;

export interface Choice {
  value: string;
  label: string;
}

/** A customer who can be chosen: a contact, or a row of a file. */
export interface ContactRow {
  id: string;
  name: string;
  phone: string;
  /** Values by column. */
  values: Readonly<Record<string, string>>;
  selected: boolean;
  /** Why the customer cannot be chosen. */
  refusal?: CoreText | undefined;
  /** Why the chosen customer would not get the message. */
  leftOut?: CoreText | undefined;
}

/** What became of the rows of a file. */
export interface ContactFileResult {
  name: string;
  read: number;
  repeated: number;
  /** Lines of the file without a number. */
  withoutPhone: ReadonlyArray<number>;
}

export interface LeftOut {
  contactName: string;
  reason: CoreText;
}

/** What the server would do now. */
export interface BroadcastCheck {
  receives: number;
  leftOut: ReadonlyArray<LeftOut>;
  firstAt: number;
  lastAt: number;
  /** Undefined: unknown, or without limit. */
  dailyLimit?: number | undefined;
  dailyUsed: number;
}

export type CreationPhase = 'editing' | 'creating' | 'lookingUp' | 'unknown';

/** The parts of the new broadcast that are steps on narrow screens. */
export type DraftStep = 'data' | 'message' | 'contacts' | 'sending';
