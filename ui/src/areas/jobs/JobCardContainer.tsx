// Connects JobCard with the core. It subscribes to the row and the draft of its attendance only.
import { memo, useMemo } from 'react';
import { attendanceAddress } from '../../shared/addresses';
import { useDraft, useJobRow, useWhatsAppJob } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { displayChannel } from '../channels/displayChannel';
import { JobCard } from './JobCard';
import { LiveCall } from './LiveCall';
import { useJobMenu } from './jobMenu';
import { jobPreview } from './jobPreview';

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
      window={whatsApp?.window}
      disabled={row.disabled}
      time={row.time ?? null}
      snoozedUntil={row.snoozedUntil}
      wait={wait}
      preview={
        row.channel === 'voice' && !row.disabled
          ? { kind: 'call', state: <LiveCall protocol={protocol} /> }
          : jobPreview({ row, draft, selected, say })
      }
      place={row.queue}
      tagColors={row.tags.map(({ color }) => color).filter((color) => color !== '')}
      tabIndex={tabIndex}
      menu={menu}
      onOpen={() => onOpen(protocol)}
    />
  );
});
