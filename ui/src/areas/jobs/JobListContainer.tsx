// Connects JobList with the core, which sorts the list and filters it by search and hidden channels.
import { memo, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useChangePreferences, useCore, useIntent, useSlice, useSlicePart } from '../../core/react';
import { useJobOrder } from '../../core/slices';
import { useShortcut } from '../../shared/shortcuts';
import type { ChannelName } from '../channels/channels';
import { useReceiving } from '../channels/useReceiving';
import { chosenOf, noTags, tagKinds } from '../../shared/listTags';
import { JobList } from './JobList';
import type { JobRowPosition } from './JobRows';
import { filterChannels } from './filterChannels';
import { longestWait } from './inboxEntries';
import { InboxListContainer } from './InboxListContainer';
import { JobCardContainer } from './JobCardContainer';
import { useBulkSelection } from './useBulkSelection';
import { ListViewsMenuContainer } from './ListViewsMenuContainer';
import { TriageBar } from './TriageBar';
import { neighbour, nextMatching } from './neighbour';

export interface JobListContainerProps {
  selected: string | null;
  onOpen: (protocol: string) => void;
  /** Buttons in the header of the list. */
  actions?: ReactNode;
}

export const JobListContainer = memo(function JobListContainer({ selected, onOpen, actions }: JobListContainerProps) {
  const core = useCore();
  const intend = useIntent();
  // The number of unread messages, which changes with each of them, is not shown here.
  const total = useSlicePart('jobSummary', (summary) => summary.total);
  const activeCount = useSlicePart('jobSummary', (summary) => summary.active);
  const hiddenCount = useSlicePart('jobSummary', (summary) => summary.hidden);
  const state = useSlicePart('jobSummary', ({ loadFailed, loaded, total: count }) =>
    loadFailed ? 'failed' : loaded || count > 0 ? 'ready' : 'loading',
  );
  const pinned = useJobOrder('pinned');
  const waiting = useJobOrder('waiting');
  const active = useJobOrder('active');
  const snoozed = useJobOrder('snoozed');
  const toQualify = useJobOrder('toQualify');
  const { items } = useSlice('channels');
  const { receiving, connect } = useReceiving();
  const [search, setSearch] = useState('');
  const change = useChangePreferences();
  const {
    hiddenChannels: hidden,
    listTags,
    listOrder,
    listQueues,
    onlyWaiting,
    endedOpen,
    snoozedOpen,
  } = useSlice('preferences');

  const channels = useMemo(() => filterChannels(items.map(({ channel }) => channel)), [items]);
  const shown = useMemo(() => channels.filter((channel) => !hidden.includes(channel)), [channels, hidden]);
  const isSplit = listOrder === 'longestWaiting';
  const groups = useMemo(
    () => ({ pinned, waiting: isSplit ? waiting : undefined, active, snoozed, toQualify }),
    [isSplit, pinned, waiting, active, snoozed, toQualify],
  );
  const arrangement = JSON.stringify([search, hidden, listTags, listOrder, listQueues, onlyWaiting]);
  const renderJob = useCallback(
    (protocol: string, { tabIndex }: JobRowPosition) => (
      <JobCardContainer protocol={protocol} selected={protocol === selected} tabIndex={tabIndex} onOpen={onOpen} />
    ),
    [selected, onOpen],
  );
  const unattended = useSlicePart('inbox', (inbox) => inbox.unattended);
  const inboxCount = useSlicePart('inbox', (inbox) => inbox.entries.length);
  const inboxSince = useSlicePart('inbox', (inbox) => longestWait(inbox.entries));
  const [inboxShown, setInboxShown] = useState(false);
  // The entry that the agent takes over: the list returns to the attendances when the entry has become one.
  const [taken, setTaken] = useState<string | null>(null);
  if (taken !== null && taken === selected) {
    setTaken(null);
    setInboxShown(false);
  }
  const take = useCallback(
    (protocol: string) => {
      setTaken(protocol);
      intend({ area: 'whatsapp', type: 'reopen', protocol });
    },
    [intend],
  );
  const changeSearch = useCallback(
    (text: string): void => {
      setSearch(text);
      intend({ area: 'jobs', type: 'searchJobs', text });
    },
    [intend],
  );
  const showChannels = useCallback(
    (next: ReadonlyArray<ChannelName>) =>
      change({ hiddenChannels: channels.filter((channel) => !next.includes(channel)) }),
    [change, channels],
  );
  const changeEndedOpen = useCallback((open: boolean) => change({ endedOpen: open }), [change]);
  const changeSnoozedOpen = useCallback((open: boolean) => change({ snoozedOpen: open }), [change]);
  // A newly mounted list has an empty search field.
  useEffect(() => () => intend({ area: 'jobs', type: 'searchJobs', text: '' }), [intend]);
  const openNext = (step: 1 | -1): void => {
    const isSearch = search.trim() !== '';
    const shownGroups = [
      pinned,
      waiting,
      active,
      ...(snoozedOpen || isSearch ? [snoozed] : []),
      ...(endedOpen || isSearch ? [toQualify] : []),
    ];
    const protocol = neighbour(shownGroups, selected, step);
    if (protocol !== undefined) onOpen(protocol);
  };
  useShortcut('nextJob', () => openNext(1));
  useShortcut('previousJob', () => openNext(-1));
  useShortcut('nextUnread', () => {
    const unread = (protocol: string): boolean => (core.snapshot<'jobRow'>(`jobRow:${protocol}`)?.unread ?? 0) > 0;
    const protocol = nextMatching([pinned, waiting, active, snoozed, toQualify], selected, unread);
    if (protocol !== undefined) onOpen(protocol);
  });
  useShortcut('searchJobs', () => document.querySelector<HTMLElement>('#job-list input')?.focus());
  const { selection, selectionBar } = useBulkSelection();
  const hold = useCallback((inside: boolean) => intend({ area: 'jobs', type: 'holdOrder', inside }), [intend]);
  return (
    <JobList
      groups={groups}
      arrangement={arrangement}
      actions={actions}
      triage={
        total > 0 ? (
          <TriageBar views={<ListViewsMenuContainer search={search} onSearchChange={changeSearch} />} />
        ) : undefined
      }
      total={total}
      active={activeCount}
      endedOpen={endedOpen}
      onEndedOpenChange={changeEndedOpen}
      snoozedOpen={snoozedOpen}
      onSnoozedOpenChange={changeSnoozedOpen}
      hidden={hiddenCount}
      state={state}
      onRetry={() => intend({ area: 'jobs', type: 'reloadJobs' })}
      search={search}
      onSearchChange={changeSearch}
      onSearchMessages={() => intend({ area: 'messageSearch', type: 'openMessageSearch', text: search })}
      channels={channels}
      shownChannels={shown}
      onShownChannelsChange={showChannels}
      tagsFiltered={tagKinds.some((kind) => chosenOf(listTags, kind).length > 0)}
      queuesFiltered={listQueues.length > 0}
      onlyWaiting={onlyWaiting}
      onShowAll={() => change({ hiddenChannels: [], listTags: noTags, listQueues: [], onlyWaiting: false })}
      receiving={receiving}
      connect={connect}
      selected={selected}
      renderJob={renderJob}
      onHoldChange={hold}
      selection={selection}
      selectionBar={selectionBar}
      inbox={
        channels.includes('whatsapp')
          ? {
              shown: inboxShown,
              onShownChange: setInboxShown,
              count: inboxCount,
              unattended,
              waitingSince: inboxSince,
              content: (
                <InboxListContainer
                  search={search}
                  onClearSearch={() => changeSearch('')}
                  shownChannels={shown}
                  onShowAllChannels={() => change({ hiddenChannels: [] })}
                  onTake={take}
                />
              ),
            }
          : undefined
      }
    />
  );
});
