// Connects the inbox with the core.
import { useCallback, useMemo } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { useTranslation } from '../../i18n/useTranslation';
import { formatPhone } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import type { ChannelName } from '../channels/channels';
import { InboxCard } from './InboxCard';
import { InboxList } from './InboxList';
import { inboxChannel, inboxPreview, shownEntries } from './inboxEntries';
import type { JobRowPosition } from './JobRows';
import { useHeldOrder } from './useHeldOrder';
import { customerName } from '../../i18n/visitors';

export interface InboxListContainerProps {
  search: string;
  onClearSearch: () => void;
  shownChannels: ReadonlyArray<ChannelName>;
  onShowAllChannels: () => void;
  onTake: (protocol: string) => void;
}

export function InboxListContainer({
  search,
  onClearSearch,
  shownChannels,
  onShowAllChannels,
  onTake,
}: InboxListContainerProps) {
  const { t } = useTranslation();
  const { entries, failed } = useSlice('inbox');
  const intend = useIntent();
  const say = useCoreText();
  const found = useMemo(() => shownEntries(entries, search, shownChannels), [entries, search, shownChannels]);
  const { order, hold } = useHeldOrder(useMemo(() => found.map(({ protocol }) => protocol), [found]));
  const renderEntry = useCallback(
    (protocol: string, { tabIndex }: JobRowPosition) => {
      const entry = entries.find((candidate) => candidate.protocol === protocol);
      if (entry === undefined) return null;
      return (
        <InboxCard
          name={customerName(entry.name, t)}
          initials={entry.initials}
          color={entry.color}
          channel={inboxChannel(entry)}
          unread={entry.unread}
          time={entry.time ?? null}
          preview={inboxPreview(entry, say)}
          place={entry.routePhone === '' ? '' : t('jobs.header.route', { route: formatPhone(entry.routePhone) })}
          pending={entry.busy}
          tabIndex={tabIndex}
          onTake={() => onTake(protocol)}
        />
      );
    },
    [entries, say, onTake, t],
  );
  return (
    <InboxList
      entries={order}
      total={entries.length}
      failed={failed}
      onRetry={() => intend({ area: 'jobs', type: 'reloadJobs' })}
      search={search}
      onClearSearch={onClearSearch}
      onShowAllChannels={onShowAllChannels}
      renderEntry={renderEntry}
      onHoldChange={hold}
    />
  );
}
