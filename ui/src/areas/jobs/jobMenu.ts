// The actions on an attendance that the job card and the conversation header offer.
import type { JobRowView } from 'core-wasm';
import { Check, Copy, ListChecks, Mail, MailOpen, Pin, PinOff, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { announce } from '../../design/Announcer';
import type { MenuEntry } from '../../design/Menu';
import { copyText } from '../../shared/copyText';

type MenuFacts = Pick<JobRowView, 'channel' | 'disabled' | 'pinned' | 'markedUnread' | 'unread'>;

export function useJobMenu(protocol: string, row: MenuFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const isFinished = row?.disabled ?? false;
  const marks = useMarkEntries(protocol, row);
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
    return [...marks, end, copyEntry(protocol, t('jobs.card.copyProtocol'), t('jobs.card.protocolCopied'))];
  }, [protocol, isFinished, marks, intend, t]);
}

const noEntries: ReadonlyArray<MenuEntry> = [];

/** Pin, mark as unread, and reopen after the end: attendances of WhatsApp and Instagram have them (JOB-027, JOB-028, WAP-050). */
export function useMarkEntries(protocol: string, row: MenuFacts | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  const hasMarks = row?.channel === 'whatsapp';
  const isPinned = row?.pinned ?? false;
  const isUnread = row !== undefined && (row.unread > 0 || (row.markedUnread ?? false));
  const isEnded = row?.disabled ?? false;
  return useMemo(() => {
    if (!hasMarks) return noEntries;
    const reopen: MenuEntry = {
      kind: 'action',
      id: 'reopen',
      label: t('jobs.card.reopen'),
      glyph: RotateCcw,
      onSelect: () => intend({ area: 'whatsapp', type: 'reopen', protocol }),
    };
    return [
      ...(isEnded ? [reopen] : []),
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
  }, [protocol, hasMarks, isPinned, isUnread, isEnded, intend, t]);
}

export function copyEntry(protocol: string, label: string, done: string): MenuEntry {
  const copy = async (): Promise<void> => {
    if (await copyText(protocol)) announce(done);
  };
  return { kind: 'action', id: 'copyProtocol', label, glyph: Copy, onSelect: () => void copy() };
}
