// The actions on an attendance that the job card and the conversation header offer.
import type { JobRowView, SliceViews } from 'core-wasm';
import {
  AlarmClock,
  AlarmClockOff,
  AtSign,
  Check,
  CircleCheck,
  ContactRound,
  Copy,
  Hash,
  Hourglass,
  ListChecks,
  Mail,
  MailOpen,
  Phone,
  Pin,
  PinOff,
  RotateCcw,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlicePart } from '../../core/react';
import { announce } from '../../design/Announcer';
import type { MenuEntry } from '../../design/Menu';
import type { Glyph } from '../../design/icons/Icon';
import { contactPath } from '../../shared/addresses';
import { copyText } from '../../shared/copyText';
import { customerIdentifier, type CustomerIdentifier, type IdentifierKind } from '../../shared/customerIdentifier';
import { useStartReason } from '../../shared/useStartReason';
import { displayChannel } from '../channels/displayChannel';

type MenuFacts = Pick<
  JobRowView,
  | 'channel'
  | 'metaType'
  | 'disabled'
  | 'pinned'
  | 'markedUnread'
  | 'unread'
  | 'waiting'
  | 'noAnswerNeeded'
  | 'snoozedUntil'
>;

/** The facts that the snooze entries depend on. */
export type SnoozeFacts = Pick<JobRowView, 'channel' | 'disabled' | 'snoozedUntil'>;

export function useJobMenu(protocol: string, row: MenuFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const isFinished = row?.disabled ?? false;
  const marks = useMarkEntries(protocol, row);
  const snooze = useSnoozeEntries(protocol, row);
  const answer = useAnswerEntries(protocol, row);
  const customer = useCustomerEntries(protocol, row);
  return useMemo(() => {
    const end: MenuEntry = isFinished
      ? {
          kind: 'action',
          id: 'qualify',
          label: t('jobs.card.qualify'),
          glyph: ListChecks,
          onSelect: () => intend({ area: 'qualification', type: 'openQualification', protocol }),
        }
      : {
          kind: 'action',
          id: 'finish',
          label: t('jobs.card.finish'),
          glyph: Check,
          onSelect: () => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false }),
        };
    const copy = copyEntry(protocol, t('jobs.card.copyProtocol'), t('jobs.card.protocolCopied'));
    return [...marks, ...snooze, ...answer, end, ...customer, copy];
  }, [protocol, isFinished, marks, snooze, answer, customer, intend, t]);
}

/** Menu entries that open the contact's page and copy the number or profile; the same on every channel. */
function useCustomerEntries(protocol: string, row: MenuFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const contactId = useSlicePart<'contact', string>(`contact:${protocol}`, idOfContact);
  const given = useSlicePart<'job', string>(`job:${protocol}`, (job) => job?.contactIdentifier ?? '');
  const channel = row === undefined ? undefined : displayChannel(row.channel, row.metaType);
  return useMemo(() => {
    const identifier = channel === undefined ? undefined : customerIdentifier(channel, given);
    const page: MenuEntry = {
      kind: 'action',
      id: 'contact',
      label: t('jobs.contact.open'),
      glyph: ContactRound,
      onSelect: () => intend({ area: 'shell', type: 'openArea', path: contactPath(contactId) }),
    };
    return [
      ...(contactId === '' ? [] : [page]),
      ...(identifier === undefined ? [] : [copyIdentifierEntry(identifier, t)]),
    ];
  }, [channel, given, contactId, intend, t]);
}

/** Id of the contact; empty for a customer who is not registered. */
function idOfContact(panel: SliceViews['contact']): string {
  return panel?.contact.state === 'found' ? panel.contact.contact.id : '';
}

const noEntries: ReadonlyArray<MenuEntry> = [];

/** Pin and mark as unread, of every conversation of texts (JOB-027, JOB-028), and reopen after the end, which the web chat has not (WAP-050). */
export function useMarkEntries(protocol: string, row: MenuFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const hasMarks = row !== undefined && row.channel !== 'voice';
  const canReopen = row?.channel === 'whatsapp' && row.disabled;
  const isPinned = row?.pinned ?? false;
  const isUnread = row !== undefined && (row.unread > 0 || (row.markedUnread ?? false));
  const startReason = useStartReason();
  return useMemo(() => {
    if (!hasMarks) return noEntries;
    const reopen: MenuEntry = {
      kind: 'action',
      id: 'reopen',
      label: t('jobs.card.reopen'),
      glyph: RotateCcw,
      disabledReason: startReason,
      onSelect: () => intend({ area: 'whatsapp', type: 'reopen', protocol }),
    };
    return [
      ...(canReopen ? [reopen] : []),
      {
        kind: 'action',
        id: 'pin',
        label: isPinned ? t('jobs.card.unpin') : t('jobs.card.pin'),
        glyph: isPinned ? PinOff : Pin,
        onSelect: () => intend({ area: 'whatsapp', type: 'pin', protocol, pinned: !isPinned }),
      },
      {
        kind: 'action',
        id: 'markUnread',
        label: isUnread ? t('jobs.card.markRead') : t('jobs.card.markUnread'),
        glyph: isUnread ? MailOpen : Mail,
        onSelect: () => intend({ area: 'whatsapp', type: 'markUnread', protocol, unread: !isUnread }),
      },
    ];
  }, [protocol, hasMarks, canReopen, isPinned, isUnread, startReason, intend, t]);
}

/** Snoozes the conversation until a time or a reply, and ends the snooze; on every text channel (BEY-161). */
export function useSnoozeEntries(protocol: string, row: SnoozeFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const canWait = row !== undefined && row.channel !== 'voice' && !row.disabled;
  const isSnoozed = row?.snoozedUntil !== undefined;
  return useMemo(() => {
    if (!canWait) return noEntries;
    const ask: MenuEntry = {
      kind: 'action',
      id: 'snooze',
      label: t(isSnoozed ? 'jobs.card.snoozeAgain' : 'jobs.card.snooze'),
      glyph: AlarmClock,
      onSelect: () => intend({ area: 'jobs', type: 'askSnooze', protocol }),
    };
    const cancel: MenuEntry = {
      kind: 'action',
      id: 'cancelSnooze',
      label: t('jobs.card.cancelSnooze'),
      glyph: AlarmClockOff,
      onSelect: () => intend({ area: 'jobs', type: 'cancelSnooze', protocol }),
    };
    return isSnoozed ? [ask, cancel] : [ask];
  }, [protocol, canWait, isSnoozed, intend, t]);
}

/** Marks the customer's last message as needing no answer ("ok, obrigado"), and undoes that; on every text channel (BEY-155). */
export function useAnswerEntries(protocol: string, row: MenuFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const waits = row?.waiting !== undefined;
  const dismissed = row?.noAnswerNeeded ?? false;
  return useMemo(() => {
    if (!waits && !dismissed) return noEntries;
    return [
      {
        kind: 'action',
        id: 'needsAnswer',
        label: t(dismissed ? 'jobs.card.needsAnswer' : 'jobs.card.needsNoAnswer'),
        glyph: dismissed ? Hourglass : CircleCheck,
        onSelect: () => intend({ area: 'jobs', type: 'needsAnswer', protocol, needed: dismissed }),
      },
    ];
  }, [protocol, waits, dismissed, intend, t]);
}

const glyphOfIdentifier: Readonly<Record<IdentifierKind, Glyph>> = { number: Phone, profile: AtSign, other: Hash };

/** Copies the number, the profile or another identifier of the customer. */
export function copyIdentifierEntry({ kind, value }: CustomerIdentifier, t: TFunction): MenuEntry {
  const copy = async (): Promise<void> => {
    if (await copyText(value)) announce(t(`jobs.identifier.copied.${kind}`));
  };
  return {
    kind: 'action',
    id: 'copyIdentifier',
    label: t(`jobs.identifier.copy.${kind}`),
    glyph: glyphOfIdentifier[kind],
    onSelect: () => void copy(),
  };
}

export function copyEntry(protocol: string, label: string, done: string): MenuEntry {
  const copy = async (): Promise<void> => {
    if (await copyText(protocol)) announce(done);
  };
  return { kind: 'action', id: 'copyProtocol', label, glyph: Copy, onSelect: () => void copy() };
}
