// Connects JobCard with the core. It subscribes only to the row and the draft of its attendance.
import type { NotificationsView, NoticeView } from 'core-wasm';
import { memo, useCallback, useMemo } from 'react';
import { attendanceAddress } from '../../shared/addresses';
import { useSlicePart } from '../../core/react';
import { useDraft, useJobRow, useNoteDraft, useWhatsAppJob } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { displayChannel } from '../channels/displayChannel';
import { JobCard } from './JobCard';
import { LiveCall } from './LiveCall';
import { useJobMenu } from './jobMenu';
import { isNotBegun, jobPreview } from './jobPreview';
import { shownWindow } from './windowLeft';

/** After the end of a snooze: opening the conversation marks the entry of the notification centre as read. */
function hasReturned(items: ReadonlyArray<Pick<NoticeView, 'kind' | 'protocol' | 'read'>>, protocol: string): boolean {
  return items.some((notice) => notice.kind === 'snooze' && notice.protocol === protocol && !notice.read);
}

export interface JobCardContainerProps {
  protocol: string;
  selected: boolean;
  tabIndex: 0 | -1;
  onOpen: (protocol: string) => void;
}

export const JobCardContainer = memo(function JobCardContainer({
  protocol,
  selected,
  tabIndex,
  onOpen,
}: JobCardContainerProps) {
  const row = useJobRow(protocol);
  const draft = useDraft(protocol);
  const noteDraft = useNoteDraft(protocol)?.text;
  const isOwnReturn = useCallback(({ items }: NotificationsView) => hasReturned(items, protocol), [protocol]);
  const returned = useSlicePart<'notifications', boolean>('notifications', isOwnReturn);
  const say = useCoreText();
  const whatsApp = useWhatsAppJob(row?.channel === 'whatsapp' ? protocol : undefined);
  const menu = useJobMenu(protocol, row);
  const since = row?.waiting;
  const target = row?.waitingTarget;
  const hours = row?.waitingHours;
  const wait = useMemo(() => (since === undefined ? undefined : { since, target, hours }), [since, target, hours]);
  if (row === undefined) return null;
  return (
    <JobCard
      href={attendanceAddress(protocol)}
      name={row.name}
      initials={row.initials}
      color={row.color}
      channel={displayChannel(row.channel, row.metaType)}
      selected={selected}
      unread={row.unread}
      markedUnread={row.markedUnread}
      pinned={row.pinned}
      transfer={row.transfer}
      window={whatsApp && shownWindow(whatsApp)}
      notBegun={isNotBegun(row)}
      returned={returned}
      disabled={row.disabled}
      time={row.time ?? null}
      endedAt={row.endedAt}
      snoozedUntil={row.snoozedUntil}
      wait={wait}
      preview={
        row.channel === 'voice' && !row.disabled
          ? { kind: 'call', state: <LiveCall protocol={protocol} /> }
          : jobPreview({ row, draft, noteDraft, selected, say })
      }
      place={row.queue}
      tagColors={row.tags.map(({ color }) => color).filter((color) => color !== '')}
      tabIndex={tabIndex}
      menu={menu}
      onOpen={() => onOpen(protocol)}
    />
  );
});
