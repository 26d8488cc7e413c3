// The list of attendances: title and count, search, channel toggles, groups, and only the rows that are seen. It owns where the focus stands and
// tells when pointer or focus are in it; which rows there are, and in which order, is told.
import { Inbox, Pin, Plug, Search } from 'lucide-react';
import {
  memo,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button';
import type { ChannelName } from '../channels/channels';
import { ChannelToggles } from '../channels/ChannelToggles';
import { ColumnEdge } from '../../design/ColumnEdge';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import type { IndexedList } from '../../core/indexedList';
import { DrawRows, type DrawnRows } from '../../design/rows';
import { SearchField } from '../../design/SearchField';
import { SkeletonJobs, usePlaceholder } from '../../design/Skeleton';
import { formatNumber } from '../../i18n/format';
import { groupedRows, type GroupedRows, type JobGroups, type JobListRow } from './groupedRows';
import styles from './JobList.module.css';

export interface JobRowPosition {
  tabIndex: 0 | -1;
}

export interface JobListProps {
  /** The protocols of each group, from top to bottom. A new object stands for a new order. */
  groups: JobGroups;
  total: number;
  /** Of these, those that hidden channels or the search keep out of `groups`. */
  hidden: number;
  state: 'loading' | 'ready' | 'failed';
  failure?: string | undefined;
  onRetry: () => void;
  search: string;
  onSearchChange: (search: string) => void;
  channels: ReadonlyArray<ChannelName>;
  shownChannels: ReadonlyArray<ChannelName>;
  onShownChannelsChange: (channels: ReadonlyArray<ChannelName>) => void;
  /** Some channel is connected; decides what an empty list says. */
  canReceive: boolean;
  /** Every connected channel is paused. */
  paused?: boolean;
  onConnectChannel?: (() => void) | undefined;
  /** The job whose page is open: the keyboard enters the list there. */
  selected: string | null;
  renderJob: (protocol: string, position: JobRowPosition) => ReactNode;
  /** The pointer or the focus is in the list: the one who orders it holds the order still. */
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
  // The result of a search needs no button that ends it.
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
  const [pressed, setPressed] = useState<GroupedRows | null>(null);
  const rows = pressed ?? props.rows;
  // A row that moved away under the finger would not be pressed: until it is lifted, and the press has arrived, nothing moves.
  const press = (): void => {
    setPressed(rows);
    const ends = ['pointerup', 'pointercancel'];
    const lift = (): void => {
      for (const end of ends) window.removeEventListener(end, lift);
      setTimeout(() => setPressed(null));
    };
    for (const end of ends) window.addEventListener(end, lift);
  };
  const sizes = useMemo(
    // Where the headings stand gives every place; which job stands at one of them changes with every message.
    () => ({
      count: rows.length,
      sizeOf: (index: number) => (rows.isHeading(index) ? groupPitch : jobPitch),
      shape: rows.shape,
      paddingEnd: listEnd,
    }),
    [rows],
  );
  return <DrawRows rows={sizes} draw={(drawn) => <SeenRows {...props} rows={rows} drawn={drawn} onPress={press} />} />;
});

function SeenRows({
  rows,
  selected,
  renderJob,
  onHoldChange,
  drawn,
  onPress,
}: RowsProps & { drawn: DrawnRows; onPress: () => void }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { keepScroller } = drawn;
  const keep = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      keepScroller(element);
    },
    [keepScroller],
  );
  const inside = useRef({ pointer: false, focus: false });
  const tellInside = (change: Partial<(typeof inside)['current']>): void => {
    const before = inside.current.pointer || inside.current.focus;
    inside.current = { ...inside.current, ...change };
    const now = inside.current.pointer || inside.current.focus;
    if (before !== now) onHoldChange(now);
  };
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const wantsFocus = useRef<string | null>(null);

  const tabStop = findTabStop(
    rows,
    drawn.rows.map((item) => item.index),
    [focusKey, selected],
  );

  useEffect(() => {
    if (wantsFocus.current === null) return;
    const link = findLink(scroller.current, wantsFocus.current);
    if (link === null) return;
    wantsFocus.current = null;
    link.focus();
  });

  const move = (event: KeyboardEvent): void => {
    const target = targetOfKey(event.key, rows, keyOfElement(event.target));
    if (target === null) return;
    event.preventDefault();
    const row = rows.at(target);
    if (row === undefined) return;
    wantsFocus.current = row.key;
    setFocusKey(row.key);
    drawn.scrollTo(target);
  };

  return (
    <div
      ref={keep}
      className={styles.rows}
      onPointerDown={onPress}
      onPointerEnter={() => tellInside({ pointer: true })}
      onPointerLeave={() => tellInside({ pointer: false })}
      onFocus={(event) => {
        tellInside({ focus: true });
        setFocusKey(keyOfElement(event.target));
      }}
      onBlur={() => tellInside({ focus: false })}
    >
      <ul className={styles.canvas} style={drawn.canvas} onKeyDown={move}>
        {drawn.rows.map((item) => {
          const row = rows.at(item.index);
          if (row === undefined) return null;
          return (
            <li key={row.key} data-row-key={row.key} data-index={item.index} className={styles.row} style={item.style}>
              {row.kind === 'group' ? (
                <h2 className={styles.group}>
                  {row.group === 'pinned' && <Icon glyph={Pin} size={12} className={styles.groupGlyph} />}
                  {t(`jobs.group.${row.group}`)}
                  {row.group !== 'pinned' && <span className={styles.count}>{formatNumber(row.count)}</span>}
                </h2>
              ) : (
                renderJob(row.key, { tabIndex: row.key === tabStop ? 0 : -1 })
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The one job that Tab enters: where the focus was, else the selected one, else the first that is drawn. */
function findTabStop(
  rows: IndexedList<JobListRow>,
  drawn: ReadonlyArray<number>,
  wanted: ReadonlyArray<string | null>,
): string | null {
  const drawnJobs = drawn.map((index) => rows.at(index)).filter((row) => row?.kind === 'job');
  for (const key of wanted) {
    if (drawnJobs.some((row) => row?.key === key)) return key;
  }
  return drawnJobs[0]?.key ?? null;
}

function targetOfKey(key: string, rows: IndexedList<JobListRow>, currentKey: string | null): number | null {
  const isJob = (index: number): boolean => rows.at(index)?.kind === 'job';
  const current = indexOfKey(rows, currentKey);
  switch (key) {
    case 'ArrowDown':
      return seek(current + 1, 1, rows.length, isJob);
    case 'ArrowUp':
      return seek(current - 1, -1, rows.length, isJob);
    case 'Home':
      return seek(0, 1, rows.length, isJob);
    case 'End':
      return seek(rows.length - 1, -1, rows.length, isJob);
    default:
      return null;
  }
}

function seek(start: number, step: 1 | -1, length: number, accepts: (index: number) => boolean): number | null {
  for (let index = start; index >= 0 && index < length; index += step) {
    if (accepts(index)) return index;
  }
  return null;
}

function indexOfKey(rows: IndexedList<JobListRow>, key: string | null): number {
  for (let index = 0; index < rows.length; index += 1) {
    if (rows.at(index)?.key === key) return index;
  }
  return -1;
}

function keyOfElement(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest('[data-row-key]')?.getAttribute('data-row-key') ?? null) : null;
}

function findLink(scroller: HTMLElement | null, key: string): HTMLElement | null {
  if (scroller === null) return null;
  const row = Array.from(scroller.querySelectorAll('[data-row-key]')).find(
    (candidate) => candidate.getAttribute('data-row-key') === key,
  );
  return row?.querySelector<HTMLElement>('a[href]') ?? null;
}
