// The words of an entry: its status, and why it failed.
import type { TFunction } from 'i18next';
import { formatTime } from '../../i18n/format';
import type { CoreText } from '../../i18n/text';
import type { BroadcastEntry, EntryStatus } from './types';

type Say = (text: CoreText) => string;

/** Whether the attempt failed. */
export function isError(status: EntryStatus): boolean {
  return entryGroups[status] === 'error';
}

export const entryGroups = {
  QUEUED: 'queued',
  SENDING: 'queued',
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  ALREADY_IN_ATTENDANCE: 'error',
  IDENTIFIER_NOT_FOUND: 'error',
  DAILY_LIMIT_REACHED: 'error',
  MISSING_PREFIX: 'error',
  MISMATCH: 'error',
  FAILED: 'error',
} as const satisfies Record<EntryStatus, string>;

/** What the column of the status shows; the reason has its own column. */
export function statusText(status: EntryStatus, t: TFunction): string {
  switch (status) {
    case 'QUEUED':
    case 'SENDING':
    case 'SENT':
    case 'DELIVERED':
    case 'READ':
      return t(`broadcastPage.status.${status}`);
    case 'ALREADY_IN_ATTENDANCE':
    case 'IDENTIFIER_NOT_FOUND':
    case 'DAILY_LIMIT_REACHED':
    case 'FAILED':
    case 'MISSING_PREFIX':
    case 'MISMATCH':
      return t('broadcastPage.status.error');
  }
}

/** Why the entry has its status; empty without a reason. */
export function reasonText(
  { status, reason }: Pick<BroadcastEntry, 'status' | 'reason'>,
  t: TFunction,
  say: Say,
): string {
  if (reason !== undefined) return say(reason);
  switch (status) {
    case 'ALREADY_IN_ATTENDANCE':
    case 'IDENTIFIER_NOT_FOUND':
    case 'DAILY_LIMIT_REACHED':
    case 'FAILED':
    case 'MISSING_PREFIX':
    case 'MISMATCH':
      return t(`broadcastPage.reason.${status}`);
    case 'QUEUED':
    case 'SENDING':
    case 'SENT':
    case 'DELIVERED':
    case 'READ':
      return '';
  }
}

/** The time of the last change; an entry that waits has none. */
export function changeTime({ status, changedAt }: Pick<BroadcastEntry, 'status' | 'changedAt'>): string {
  return entryGroups[status] === 'queued' ? '' : formatTime(changedAt);
}

/** Whether a correction of the contact may help: another attempt alone does not. */
export function canBeCorrected({ status, contactId, retryable }: BroadcastEntry): boolean {
  return contactId !== '' && !retryable && correctable.includes(status);
}

const correctable: ReadonlyArray<EntryStatus> = ['IDENTIFIER_NOT_FOUND', 'MISSING_PREFIX', 'MISMATCH'];
