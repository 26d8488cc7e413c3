// The list of attendances: title and count, search, inbox, channel toggles and rows; everything it shows is in its props.
import { Inbox, Plug, Search } from 'lucide-react';
import { memo, useCallback, useContext, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import type { ChannelName } from '../channels/channels';
import { ConnectButton } from '../channels/ConnectButton';
import type { Receiving } from '../channels/receiving';
import type { ConnectOffer } from '../channels/useReceiving';
import { useReceivingHelp } from '../channels/useReceivingHelp';
import { ChannelToggles } from '../channels/ChannelToggles';
import { ColumnEdge } from '../../design/ColumnEdge';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { SearchField } from '../../design/SearchField';
import { SegmentedControl } from '../../design/SegmentedControl';
import { SkeletonJobs, usePlaceholder, type Placeholder } from '../../design/Skeleton';
import { formatNumber } from '../../i18n/format';
import { FoldedHeading } from './FoldedHeading';
import { foldedGroups, groupedRows, type FoldedGroup, type JobGroups } from './groupedRows';
import { InboxWait } from './InboxWait';
import { JobRows, type JobRowsProps } from './JobRows';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './JobList.module.css';

export interface JobListProps extends Omit<JobRowsProps, 'rows'> {
  /** The protocols of each group, from top to bottom. A new object means a new order. */
  groups: JobGroups;
  /** Buttons in the header. */
  actions?: ReactNode;
  /** Content above the rows: the order of the list. */
  triage?: ReactNode;
  total: number;
  /** Number of open attendances. */
  active: number;
  /** Number of attendances that are missing in `groups` because of a hidden channel or the search. */
  hidden: number;
  state: 'loading' | 'ready' | 'failed';
  failure?: string | undefined;
  onRetry: () => void;
  search: string;
  onSearchChange: (search: string) => void;
  /** Searches all conversations for the text that was not found in the list. */
  onSearchMessages?: (() => void) | undefined;
  channels: ReadonlyArray<ChannelName>;
  shownChannels: ReadonlyArray<ChannelName>;
  onShownChannelsChange: (channels: ReadonlyArray<ChannelName>) => void;
  /** Whether the list shows only attendances with the chosen tags. */
  tagsFiltered?: boolean;
  /** Whether the list shows only attendances of the chosen queues. */
  queuesFiltered?: boolean;
  /** Whether the list shows only customers who wait for an answer. */
  onlyWaiting?: boolean;
  /** Removes the filters of channels, tags and waiting customers. */
  onShowAll: () => void;
  /** Whether the agent receives attendances: the text of an empty list depends on it. */
  receiving: Receiving;
  /** Whether the group of ended attendances is open; during a search it is always open. */
  endedOpen?: boolean;
  onEndedOpenChange?: ((open: boolean) => void) | undefined;
  /** Whether the group of snoozed attendances is open; during a search it is always open. */
  snoozedOpen?: boolean;
  onSnoozedOpenChange?: ((open: boolean) => void) | undefined;
  /** Content below the rows during a selection. */
  selectionBar?: ReactNode;
  /** The offer to connect; undefined if nothing can be connected. */
  connect?: ConnectOffer | undefined;
  /** The selection; undefined for an agent without one. */
  inbox?: ListInbox | undefined;
}

/** The inbox, shown in the place of the attendances. */
export interface ListInbox {
  shown: boolean;
  onShownChange: (shown: boolean) => void;
  /** Number of conversations in the inbox. */
  count: number;
  /** Number of unread messages in the inbox. */
  unattended: number;
  /** When the customer who waits longest wrote, in epoch milliseconds. */
  waitingSince?: number | undefined;
  content: ReactNode;
}

const skeletonJobs = 6;

export function JobList(props: JobListProps) {
  const { t } = useTranslation();
  const { state, search, inbox } = props;
  const placeholder = usePlaceholder(state === 'loading');
  const edge = useContext(ColumnEdge);
  return (
    <section
      id="job-list"
      className={styles.list}
      aria-label={t('jobs.list.title')}
      aria-busy={placeholder !== 'content' || undefined}
      tabIndex={-1}
    >
      <ListHead
        total={props.active}
        actions={props.actions}
        search={search}
        onSearchChange={props.onSearchChange}
        channels={props.channels}
        shownChannels={props.shownChannels}
        onShownChannelsChange={props.onShownChannelsChange}
        inboxShown={inbox?.shown}
        onInboxShownChange={inbox?.onShownChange}
        inboxCount={inbox?.count}
        unattended={inbox?.unattended}
        inboxSince={inbox?.waitingSince}
      />
      {inbox?.shown !== true && props.triage}
      {inbox?.shown === true ? inbox.content : <Attendances {...props} placeholder={placeholder} />}
      {edge}
    </section>
  );
}

interface ListHeadProps extends Pick<
  JobListProps,
  'total' | 'actions' | 'search' | 'onSearchChange' | 'channels' | 'shownChannels' | 'onShownChannelsChange'
> {
  /** The inbox; undefined for an agent without one. */
  inboxShown: boolean | undefined;
  onInboxShownChange: ((shown: boolean) => void) | undefined;
  inboxCount: number | undefined;
  unattended: number | undefined;
  inboxSince: number | undefined;
}

/** The object stays the same if a message only changes the order of the list. */
const ListHead = memo(function ListHead({
  search,
  inboxShown,
  onInboxShownChange,
  inboxCount,
  unattended,
  inboxSince,
  ...props
}: ListHeadProps) {
  const { t } = useTranslation();
  const hasInbox = inboxShown !== undefined;
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('jobs.list.title')}</h1>
        {props.total > 0 && !hasInbox && <span className={styles.total}>{formatNumber(props.total)}</span>}
        {props.actions !== undefined && <span className={styles.actions}>{props.actions}</span>}
      </header>
      <SearchField
        className={styles.search}
        label={t('jobs.list.search')}
        clearLabel={t('jobs.list.clearSearch')}
        placeholder={t('jobs.list.searchPlaceholder')}
        value={search}
        onChange={props.onSearchChange}
      />
      {(props.channels.length > 1 || hasInbox) && (
        <div className={styles.filters}>
          {hasInbox && (
            <SegmentedControl
              label={t('jobs.list.box')}
              segments={[
                { value: 'active', label: t('jobs.list.active'), count: props.total },
                {
                  value: 'inbox',
                  label: t('jobs.list.inbox'),
                  count: inboxCount ?? 0,
                  beside: <InboxWait unread={unattended ?? 0} since={inboxSince} />,
                },
              ]}
              value={inboxShown ? 'inbox' : 'active'}
              onChange={(box) => onInboxShownChange?.(box === 'inbox')}
            />
          )}
          <span className={styles.space} />
          {props.channels.length > 1 && (
            <ChannelToggles
              label={t('jobs.list.channels')}
              channels={props.channels}
              shown={props.shownChannels}
              onChange={props.onShownChannelsChange}
            />
          )}
        </div>
      )}
    </>
  );
});

function Attendances({ placeholder, ...props }: JobListProps & { placeholder: Placeholder }) {
  const { t } = useTranslation();
  const { state } = props;
  const isSearch = props.search.trim() !== '';
  const { groups, onEndedOpenChange, onSnoozedOpenChange } = props;
  const toggledRef = useRef<FoldedGroup | null>(null);
  const toggleSnoozed = useCallback(
    (next: boolean): void => {
      toggledRef.current = 'snoozed';
      onSnoozedOpenChange?.(next);
    },
    [onSnoozedOpenChange],
  );
  const toggleEnded = useCallback(
    (next: boolean): void => {
      toggledRef.current = 'toQualify';
      onEndedOpenChange?.(next);
    },
    [onEndedOpenChange],
  );
  const folds = { snoozed: onSnoozedOpenChange !== undefined, toQualify: onEndedOpenChange !== undefined };
  const snoozedOpen = isSearch || (props.snoozedOpen ?? true);
  const endedOpen = isSearch || (props.endedOpen ?? true);
  const open = useMemo(() => ({ snoozed: snoozedOpen, toQualify: endedOpen }), [snoozedOpen, endedOpen]);
  const rows = useMemo(() => groupedRows(groups, open), [groups, open]);
  const closed = foldedGroups.filter((group) => !open[group] && folds[group] && (groups[group]?.length ?? 0) > 0);
  // During a search the search field itself has the button that clears it.
  const hidden = isSearch ? 0 : props.hidden;
  return (
    <>
      {placeholder === 'content' && state === 'failed' && (
        <div className={styles.instead}>
          <ErrorState message={props.failure ?? t('jobs.list.loadFailed')} onRetry={props.onRetry} />
        </div>
      )}
      {placeholder === 'skeleton' && (
        <div className={styles.rows}>
          <SkeletonJobs count={skeletonJobs} />
        </div>
      )}
      {placeholder === 'content' && state === 'ready' && rows.length === 0 && (
        <div className={styles.instead}>
          <EmptyList {...props} />
        </div>
      )}
      {placeholder === 'content' && state === 'ready' && rows.length > 0 && props.connect !== undefined && (
        <Disconnected offer={props.connect} />
      )}
      {placeholder === 'content' && state === 'ready' && rows.length > 0 && (
        <JobRows
          rows={rows}
          selected={props.selected}
          renderJob={props.renderJob}
          onHoldChange={props.onHoldChange}
          onFoldSnoozed={isSearch || !folds.snoozed ? undefined : toggleSnoozed}
          onFoldEnded={isSearch || !folds.toQualify ? undefined : toggleEnded}
          toggledRef={toggledRef}
          selection={props.selection}
          arrangement={props.arrangement}
        />
      )}
      <UnsupportedItems list="attendances" />
      {hidden > 0 && rows.length > 0 && (
        <Button size="small" tone="ghost" className={styles.hidden} onClick={props.onShowAll}>
          {t(
            props.tagsFiltered === true || props.queuesFiltered === true || props.onlyWaiting === true
              ? 'jobs.list.showFiltered'
              : 'jobs.list.showHidden',
            { count: hidden },
          )}
        </Button>
      )}
      {placeholder === 'content' && state === 'ready' && closed.length > 0 && (
        <div className={styles.foot}>
          {closed.map((group) => (
            <h2 key={group} className={styles.closed}>
              <FoldedHeading
                group={group}
                open={false}
                count={groups[group]?.length ?? 0}
                onOpenChange={group === 'snoozed' ? toggleSnoozed : toggleEnded}
                toggledRef={toggledRef}
              />
            </h2>
          ))}
        </div>
      )}
      {props.selectionBar}
    </>
  );
}

/** On a phone the list replaces the page that offers to connect. */
function Disconnected({ offer }: { offer: ConnectOffer }) {
  const { t } = useTranslation();
  return (
    <div className={styles.disconnected}>
      <p className={styles.disconnectedText}>{t('channels.receiving.disconnected')}</p>
      <ConnectButton offer={offer} tone="primary" />
    </div>
  );
}

function EmptyList({
  total,
  search,
  channels,
  shownChannels,
  receiving,
  tagsFiltered = false,
  queuesFiltered = false,
  onlyWaiting = false,
  onSearchChange,
  onSearchMessages,
  onShowAll,
  connect,
}: JobListProps) {
  const { t } = useTranslation();
  const receivingHelp = useReceivingHelp(receiving);
  if (search.trim() !== '') {
    return (
      <EmptyState
        glyph={Search}
        title={t('jobs.empty.nothingFound', { search })}
        action={
          <>
            <Button onClick={() => onSearchChange('')}>{t('jobs.list.clearSearch')}</Button>
            {onSearchMessages !== undefined && (
              <Button tone="ghost" className={styles.searchMessages} onClick={onSearchMessages}>
                {t('jobs.list.searchMessages')}
              </Button>
            )}
          </>
        }
      />
    );
  }
  if (total > 0 && (onlyWaiting || tagsFiltered || queuesFiltered))
    return (
      <EmptyState
        glyph={Inbox}
        title={t(onlyWaiting ? 'jobs.empty.answered' : 'jobs.empty.filtered')}
        help={t(onlyWaiting ? 'jobs.empty.answeredHelp' : 'jobs.empty.filteredHelp')}
        action={<Button onClick={onShowAll}>{t('jobs.empty.showAll')}</Button>}
      />
    );
  if (total > 0 && shownChannels.length < channels.length) {
    const showAll = <Button onClick={onShowAll}>{t('jobs.empty.showChannels')}</Button>;
    return (
      <EmptyState glyph={Inbox} title={t('jobs.empty.hidden')} help={t('jobs.empty.hiddenHelp')} action={showAll} />
    );
  }
  if (receiving.state !== 'disconnected')
    return <EmptyState glyph={Inbox} title={t('jobs.empty.title')} help={receivingHelp} />;
  return (
    <EmptyState
      glyph={Plug}
      title={t('jobs.empty.disconnected')}
      help={receivingHelp}
      // Beside the list, the empty workspace has the button to connect.
      action={connect && <ConnectButton offer={connect} tone="primary" className={styles.connect} />}
    />
  );
}
