// The list of attendances: title and count, search, channel toggles, groups and virtualised rows. It owns the focused row and reports whether pointer or
// focus are inside; rows and order are props.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Inbox, Pin, Plug, Search } from 'lucide-react';
import { memo, useContext, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button';
import type { ChannelName } from '../channels/channels';
import { ChannelToggles } from '../channels/ChannelToggles';
import { ColumnEdge } from '../../design/ColumnEdge';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { SearchField } from '../../design/SearchField';
import { SkeletonJobs, usePlaceholder } from '../../design/Skeleton';
import { useRovingFocus } from '../../design/useRovingFocus';
import { overscanOf } from '../../design/virtualRows';
import { formatNumber } from '../../i18n/format';
import { groupedRows, type GroupedRows, type JobGroups } from './groupedRows';
import styles from './JobList.module.css';

export interface JobRowPosition {
  tabIndex: 0 | -1;
}

export interface JobListProps {
  /** The protocols of each group, from top to bottom. A new object means a new order. */
  groups: JobGroups;
  /** Buttons in the header. */
  actions?: ReactNode;
  total: number;
  /** How many of these are not in `groups` because of a hidden channel or the search. */
  hidden: number;
  state: 'loading' | 'ready' | 'failed';
  failure?: string | undefined;
  onRetry: () => void;
  search: string;
  onSearchChange: (search: string) => void;
  channels: ReadonlyArray<ChannelName>;
  shownChannels: ReadonlyArray<ChannelName>;
  onShownChannelsChange: (channels: ReadonlyArray<ChannelName>) => void;
  /** At least one channel is connected: an empty list shows another text then. */
  canReceive: boolean;
  /** Every connected channel is paused. */
  paused?: boolean;
  onConnectChannel?: (() => void) | undefined;
  /** The protocol of the open attendance: its row is the tab stop of the list. */
  selected: string | null;
  renderJob: (protocol: string, position: JobRowPosition) => ReactNode;
  /** Whether pointer or focus are in the list: the core then keeps the order of the rows. */
  onHoldChange: (held: boolean) => void;
}

const jobPitch = 78;
const groupPitch = 28;
const listEnd = 8;
const skeletonJobs = 6;

export function JobList(props: JobListProps) {
  const { t } = useTranslation();
  const { state, search } = props;
  const placeholder = usePlaceholder(state === 'loading');
  const edge = useContext(ColumnEdge);
  const rows = useMemo(() => groupedRows(props.groups), [props.groups]);
  // During a search the search field has the button that clears it.
  const hidden = search.trim() === '' ? props.hidden : 0;
  return (
    <section
      id="job-list"
      className={styles.list}
      aria-label={t('jobs.list.title')}
      aria-busy={placeholder !== 'content' || undefined}
      tabIndex={-1}
    >
      <header className={styles.header}>
        <h1 className={styles.title}>{t('jobs.list.title')}</h1>
        {props.total > 0 && <span className={styles.total}>{formatNumber(props.total)}</span>}
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
      {props.channels.length > 1 && (
        <div className={styles.filters}>
          <span className={styles.space} />
          <ChannelToggles
            label={t('jobs.list.channels')}
            channels={props.channels}
            shown={props.shownChannels}
            onChange={props.onShownChannelsChange}
          />
        </div>
      )}
      {placeholder === 'content' && state === 'failed' && (
        <ErrorState message={props.failure ?? t('jobs.list.loadFailed')} onRetry={props.onRetry} />
      )}
      {placeholder === 'skeleton' && (
        <div className={styles.rows}>
          <SkeletonJobs count={skeletonJobs} />
        </div>
      )}
      {placeholder === 'content' && state === 'ready' && rows.length === 0 && <EmptyList {...props} />}
      {placeholder === 'content' && state === 'ready' && rows.length > 0 && (
        <Rows rows={rows} selected={props.selected} renderJob={props.renderJob} onHoldChange={props.onHoldChange} />
      )}
      {hidden > 0 && rows.length > 0 && (
        <Button
          size="small"
          tone="ghost"
          className={styles.hidden}
          onClick={() => props.onShownChannelsChange(props.channels)}
        >
          {t('jobs.list.showHidden', { count: hidden })}
        </Button>
      )}
      {edge}
    </section>
  );
}

function EmptyList({
  total,
  search,
  channels,
  shownChannels,
  canReceive,
  paused = false,
  onSearchChange,
  onShownChannelsChange,
  onConnectChannel,
}: JobListProps) {
  const { t } = useTranslation();
  if (search.trim() !== '') {
    return (
      <EmptyState
        glyph={Search}
        title={t('jobs.empty.nothingFound', { search })}
        action={<Button onClick={() => onSearchChange('')}>{t('jobs.list.clearSearch')}</Button>}
      />
    );
  }
  if (total > 0 && shownChannels.length < channels.length) {
    const showAll = <Button onClick={() => onShownChannelsChange(channels)}>{t('jobs.empty.showChannels')}</Button>;
    return (
      <EmptyState glyph={Inbox} title={t('jobs.empty.hidden')} help={t('jobs.empty.hiddenHelp')} action={showAll} />
    );
  }
  if (canReceive)
    return (
      <EmptyState
        glyph={Inbox}
        title={t('jobs.empty.title')}
        help={t(paused ? 'jobs.empty.paused' : 'jobs.empty.available')}
      />
    );
  const connect =
    onConnectChannel === undefined ? undefined : (
      <Button glyph={Plug} onClick={onConnectChannel}>
        {t('jobs.empty.connect')}
      </Button>
    );
  return (
    <EmptyState
      glyph={Plug}
      title={t('jobs.empty.disconnected')}
      help={t('jobs.empty.disconnectedHelp')}
      action={connect}
    />
  );
}

interface RowsProps extends Pick<JobListProps, 'selected' | 'renderJob' | 'onHoldChange'> {
  rows: GroupedRows;
}

const Rows = memo(function Rows(props: RowsProps) {
  const { selected, renderJob, onHoldChange } = props;
  const { t } = useTranslation();
  const { rows, freeze } = useFrozenWhilePressed(props.rows);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows.isHeading(index) ? groupPitch : jobPitch),
    overscan: overscanOf(rows.length),
    paddingEnd: listEnd,
  });
  // Sizes depend only on the indexes of the headings; the attendance at an index changes with every message.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows.shape]);
  const drawn = virtualizer.getVirtualItems();
  const focus = useRovingFocus(scroller, {
    count: rows.length,
    keyAt: (index) => jobAt(rows, index),
    preferred: selected,
    drawn: drawn.map(({ index }) => index),
    reveal: (index) => virtualizer.scrollToIndex(index),
  });

  const inside = useRef({ pointer: false, focus: false });
  const reportInside = (change: Partial<(typeof inside)['current']>): void => {
    const before = inside.current.pointer || inside.current.focus;
    inside.current = { ...inside.current, ...change };
    const now = inside.current.pointer || inside.current.focus;
    if (before !== now) onHoldChange(now);
  };

  return (
    <div
      ref={scroller}
      className={styles.rows}
      onPointerDown={freeze}
      onPointerEnter={() => reportInside({ pointer: true })}
      onPointerLeave={() => reportInside({ pointer: false })}
      onFocus={(event) => {
        reportInside({ focus: true });
        focus.onFocus(event);
      }}
      onBlur={() => reportInside({ focus: false })}
    >
      <ul className={styles.canvas} style={{ height: virtualizer.getTotalSize() }} onKeyDown={focus.onKeyDown}>
        {drawn.map(({ index, start }) => {
          const row = rows.at(index);
          if (row === undefined) return null;
          return (
            <li
              key={row.key}
              data-item={row.key}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'group' ? (
                <h2 className={styles.group}>
                  {row.group === 'pinned' && <Icon glyph={Pin} size={12} className={styles.groupGlyph} />}
                  {t(`jobs.group.${row.group}`)}
                  {row.group !== 'pinned' && <span className={styles.count}>{formatNumber(row.count)}</span>}
                </h2>
              ) : (
                renderJob(row.key, { tabIndex: row.key === focus.tabStop ? 0 : -1 })
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
});

/** Freezes the order from pointerdown until after the click: a row that moved in between would miss the click. */
function useFrozenWhilePressed(current: GroupedRows): { rows: GroupedRows; freeze: () => void } {
  const [frozen, setFrozen] = useState<GroupedRows | null>(null);
  const rows = frozen ?? current;
  const freeze = (): void => {
    setFrozen(rows);
    const ends = ['pointerup', 'pointercancel'];
    const release = (): void => {
      for (const end of ends) window.removeEventListener(end, release);
      setTimeout(() => setFrozen(null));
    };
    for (const end of ends) window.addEventListener(end, release);
  };
  return { rows, freeze };
}

function jobAt(rows: GroupedRows, index: number): string | null {
  const row = rows.at(index);
  return row?.kind === 'job' ? row.key : null;
}
