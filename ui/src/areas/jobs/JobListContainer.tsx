// The list of attendances beside the core: its three orders, the search and the channels to see.
import { memo, useCallback, useMemo, useState } from 'react';
import { useIntent, useList, useSlice } from '../../core/react';
import type { ChannelName } from '../channels/channels';
import { useReceiving } from '../channels/useReceiving';
import { JobList, type JobRowPosition } from './JobList';
import { JobCardContainer } from './JobCardContainer';
import { useJobFilter } from './useJobFilter';

export interface JobListContainerProps {
  selected: string | null;
  onOpen: (protocol: string) => void;
}

export const JobListContainer = memo(function JobListContainer({ selected, onOpen }: JobListContainerProps) {
  const intend = useIntent();
  const summary = useSlice('jobSummary');
  const pinned = useList('jobOrder:pinned');
  const active = useList('jobOrder:active');
  const toQualify = useList('jobOrder:toQualify');
  const { items } = useSlice('channels');
  const { canReceive, paused, connect } = useReceiving();
  const [search, setSearch] = useState('');
  const preferences = useSlice('preferences');
  const { hiddenChannels: hidden } = preferences;

  const channels = useMemo(() => items.map(({ channel }): ChannelName => channel), [items]);
  const shown = useMemo(() => channels.filter((channel) => !hidden.includes(channel)), [channels, hidden]);
  const groups = useMemo(() => ({ pinned, active, toQualify }), [pinned, active, toQualify]);
  const filtered = useJobFilter(groups, { search, channels: shown.length === channels.length ? null : shown });
  const renderJob = useCallback(
    (protocol: string, { tabIndex }: JobRowPosition) => (
      <JobCardContainer protocol={protocol} selected={protocol === selected} tabIndex={tabIndex} onOpen={onOpen} />
    ),
    [selected, onOpen],
  );
  const hold = useCallback((inside: boolean) => intend({ type: 'holdOrder', inside }), [intend]);
  return (
    <JobList
      groups={filtered}
      total={summary.total}
      state={summary.loadFailed ? 'failed' : summary.loaded || summary.total > 0 ? 'ready' : 'loading'}
      onRetry={() => intend({ type: 'reloadJobs' })}
      search={search}
      onSearchChange={setSearch}
      channels={channels}
      shownChannels={shown}
      onShownChannelsChange={(next) =>
        intend({
          type: 'setPreferences',
          preferences: { ...preferences, hiddenChannels: channels.filter((channel) => !next.includes(channel)) },
        })
      }
      canReceive={canReceive}
      paused={paused}
      onConnectChannel={connect}
      selected={selected}
      renderJob={renderJob}
      onHoldChange={hold}
    />
  );
});
