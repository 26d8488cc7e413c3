// One attendance of the list beside the core: its row and its draft are all it listens to.
import { Check, Copy, ListChecks } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { attendanceAddress } from '../../app/addresses';
import { copyText } from '../../app/copyText';
import { useIntent, useSlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import type { MenuEntry } from '../../design/Menu';
import { displayChannel } from '../channels/displayChannel';
import { useSystemLine } from '../chat/useSystemLine';
import { JobCard } from './JobCard';
import { jobPreview } from './jobPreview';

export interface JobRowProps {
  protocol: string;
  selected: boolean;
  tabIndex: 0 | -1;
  onOpen: (protocol: string) => void;
}

export const JobRow = memo(function JobRow({ protocol, selected, tabIndex, onOpen }: JobRowProps) {
  const row = useSlice<'jobRow'>(`jobRow:${protocol}`);
  const draft = useSlice<'draft'>(`draft:${protocol}`);
  const systemLine = useSystemLine();
  const menu = useJobMenu(protocol, row?.disabled ?? false);
  if (row === undefined) return null;
  return (
    <JobCard
      href={attendanceAddress(protocol)}
      name={row.name}
      initials={row.initials}
      color={row.color}
      channel={displayChannel(row.channel, row.metaType)}
      selected={selected}
      pinned={false}
      unread={row.unread}
      disabled={row.disabled}
      time={row.time ?? null}
      preview={jobPreview({ row, draft, selected, systemLine })}
      place={row.queue}
      tagColors={row.tags.map(({ color }) => color).filter((color) => color !== '')}
      tabIndex={tabIndex}
      menu={menu}
      onOpen={() => onOpen(protocol)}
    />
  );
});

/** What can be done with an attendance, in the list and in the header of its conversation. */
export function useJobMenu(protocol: string, isFinished: boolean): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  return useMemo(() => {
    const end: MenuEntry = isFinished
      ? {
          kind: 'action',
          id: 'qualify',
          label: t('jobs.card.qualify'),
          glyph: ListChecks,
          onSelect: () => intend({ type: 'openQualification', protocol }),
        }
      : {
          kind: 'action',
          id: 'finish',
          label: t('jobs.card.finish'),
          glyph: Check,
          onSelect: () => intend({ type: 'finishJob', protocol, confirmed: false }),
        };
    return [end, copyEntry(protocol, t('jobs.card.copyProtocol'), t('jobs.card.protocolCopied'))];
  }, [protocol, isFinished, intend, t]);
}

export function copyEntry(protocol: string, label: string, done: string): MenuEntry {
  const copy = async (): Promise<void> => {
    if (await copyText(protocol)) announce(done);
  };
  return { kind: 'action', id: 'copyProtocol', label, glyph: Copy, onSelect: () => void copy() };
}
