// The list of colleagues: counts and filters, the table, and a card per colleague on phones. It renders props and reports actions
// (INT-003).
import type { CallObstacle, ColleagueCounts, ColleagueFilter, ColleagueRowView, ColleagueSituation } from 'core-wasm';
import { SearchX, Users } from 'lucide-react';
import { useMemo } from 'react';
import type { IndexedList } from '../../core/indexedList';
import { Banner } from '../../design/Banner';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { PageFrame } from '../../design/PageFrame';
import { SearchField } from '../../design/SearchField';
import { SegmentedControl } from '../../design/SegmentedControl';
import { Select } from '../../design/Select';
import { StatusMark } from '../../design/StatusMark';
import { Table, type TableColumn } from '../../design/Table';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatSeconds } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { channelGlyph } from '../channels/channels';
import { allColleagues, channelOf, channelOrder, situations } from './colleagues';
import {
  CallColleague,
  ColleagueCard,
  ColleagueChannel,
  ColleagueName,
  OpenAttendances,
  type ColleagueActions,
  type RenderColleague,
} from './ColleagueParts';
import styles from './ColleagueList.module.css';

export interface ColleagueListProps {
  /** Ids of the colleagues that the filter shows, in the order of the list. */
  colleagues: IndexedList<string>;
  renderColleague: RenderColleague;
  total: number;
  counts: ColleagueCounts;
  groups: ReadonlyArray<string>;
  filter: ColleagueFilter;
  state: 'loading' | 'failed' | 'ready';
  /** Time of the shown presence, in epoch milliseconds; undefined while it is up to date. */
  live: boolean;
  readAt: number | undefined;
  obstacle: CallObstacle | undefined;
  offline: boolean;
  /** The caller of an internal call that is not answered yet. */
  ringing?: 'calling' | 'ringing' | undefined;
  /** Whether the card of an internal call covers the corner. */
  hasCard: boolean;
  onFilter: (filter: ColleagueFilter) => void;
  onRefresh: () => void;
  onCall: (agentId: string) => void;
  onTransfer?: ColleagueActions['onTransfer'];
}

const rowHeight = 45;
const everybody = 'all';

export function ColleagueList(props: ColleagueListProps) {
  const { t } = useTranslation();
  const { colleagues, filter, state, total, counts, groups, obstacle, onFilter, onRefresh } = props;
  const change = (part: Partial<ColleagueFilter>): void => onFilter({ ...filter, ...part });
  const chosen = situations.find((situation) => situation === filter.situation) ?? everybody;
  const isPhone = useMediaQuery('below-tablet');
  return (
    <PageFrame id="colleagues" label={t('colleagues.title')}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('colleagues.title')}</h1>
        {state === 'ready' && <span className={styles.people}>{t('colleagues.people', { count: total })}</span>}
        <Freshness {...props} />
      </header>
      {obstacle === 'blocked' && <Banner tone="warning">{t('colleagues.obstacle.blocked')}</Banner>}
      <div className={styles.tools}>
        <SearchField
          label={t('colleagues.searchLabel')}
          placeholder={t(isPhone ? 'colleagues.searchShort' : 'colleagues.search')}
          clearLabel={t('colleagues.clear')}
          value={filter.search}
          onChange={(search) => change({ search })}
          className={styles.search}
        />
        <span className={styles.situations}>
          <SegmentedControl<ColleagueSituation | typeof everybody>
            label={t('colleagues.filter.label')}
            value={chosen}
            segments={[
              { value: everybody, label: t('colleagues.filter.all'), count: counts.all },
              ...situations.map((value) => ({
                value,
                label: t(`colleagues.filter.${value}`),
                count: counts[value],
              })),
            ]}
            onChange={(value) => change({ situation: value === everybody ? undefined : value })}
          />
        </span>
        {groups.length > 1 && (
          <Select
            label={t('colleagues.group.label')}
            value={filter.groups?.[0] ?? ''}
            options={[
              { value: '', label: t('colleagues.group.all') },
              ...groups.map((group) => ({ value: group, label: group })),
            ]}
            onChange={(group) => change({ groups: group === '' ? undefined : [group] })}
          />
        )}
      </div>
      <div className={styles.rows} data-with-card={props.hasCard || undefined}>
        {state === 'failed' ? (
          <ErrorState message={t('colleagues.failed')} onRetry={onRefresh} />
        ) : state === 'ready' && total === 0 ? (
          <EmptyState glyph={Users} title={t('colleagues.empty')} />
        ) : state === 'ready' && colleagues.length === 0 ? (
          <EmptyState
            glyph={SearchX}
            title={
              filter.search.trim() === ''
                ? t('colleagues.notFound')
                : t('colleagues.notFoundText', { text: filter.search.trim() })
            }
            action={<Button onClick={() => onFilter(allColleagues)}>{t('colleagues.clear')}</Button>}
          />
        ) : (
          <ColleagueTable {...props} />
        )}
        <UnsupportedItems list="colleagues" />
      </div>
      {state === 'ready' && colleagues.length > 0 && (
        <p className={styles.found} role="status">
          {t('colleagues.shown', { count: colleagues.length, total })}
        </p>
      )}
    </PageFrame>
  );
}

function Freshness({ state, live, readAt, onRefresh }: ColleagueListProps) {
  const { t } = useTranslation();
  if (state !== 'ready') return null;
  return (
    <p className={styles.live} data-live={live}>
      <StatusMark shape={live ? 'dot' : 'triangle'} className={styles.liveMark} />
      {live || readAt === undefined ? t('colleagues.live') : t('colleagues.updatedAt', { time: formatSeconds(readAt) })}
      {!live && (
        <Button tone="ghost" size="small" className={styles.again} onClick={onRefresh}>
          {t('colleagues.retry')}
        </Button>
      )}
    </p>
  );
}

function ColleagueTable({ colleagues, renderColleague, filter, state, ...rest }: ColleagueListProps) {
  const { t } = useTranslation();
  const isCompact = useMediaQuery('below-three-columns');
  const isTablet = useMediaQuery('below-desktop');
  const { obstacle, offline, ringing, onCall, onTransfer } = rest;
  const actions = useMemo<ColleagueActions>(
    () => ({ obstacle, offline, ringing, onCall, onTransfer }),
    [obstacle, offline, ringing, onCall, onTransfer],
  );
  const columns = useColumns(isTablet ? 'tablet' : isCompact ? 'compact' : 'wide', actions);
  const { search, situation, groups } = filter;
  return (
    <div className={styles.table}>
      <Table
        label={t('colleagues.title')}
        columns={columns}
        rows={colleagues}
        renderRow={renderColleague}
        rowHeight={rowHeight}
        stops="controls"
        card={(row: ColleagueRowView) => <ColleagueCard row={row} {...actions} />}
        loading={state === 'loading' ? 'first' : undefined}
        listKey={JSON.stringify([search, situation, groups])}
      />
    </div>
  );
}

type TableSize = 'tablet' | 'compact' | 'wide';

/** Widths in pixels. The whole table of a tablet fits beside the rail, so that no channel is below the pinned column. */
const widths: Readonly<Record<TableSize, { name: number; channel: number; call: number }>> = {
  tablet: { name: 148, channel: 118, call: 142 },
  compact: { name: 180, channel: 148, call: 148 },
  wide: { name: 180, channel: 188, call: 148 },
};

function useColumns(size: TableSize, actions: ColleagueActions): ReadonlyArray<TableColumn<ColleagueRowView>> {
  const { t } = useTranslation();
  const isWide = size === 'wide';
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('colleagues.column.name'),
        minWidth: widths[size].name,
        isRowHeading: true,
        cell: (row) => <ColleagueName row={row} withExtension={size === 'tablet'} />,
      },
      ...(size === 'tablet' ? [] : [extensionColumn(t('colleagues.column.extension'))]),
      ...(isWide ? [groupsColumn(t('colleagues.column.groups'))] : []),
      ...channelOrder.map((channel): TableColumn<ColleagueRowView> => {
        const label = t(`colleagues.column.${channel}`);
        return {
          id: channel,
          label,
          heading: (
            <span className={styles.channelHead} data-ch={channel}>
              <Icon glyph={channelGlyph[channel]} size={14} className={styles.channelGlyph} />
              {label}
            </span>
          ),
          width: widths[size].channel,
          cell: (row) => <ColleagueChannel state={channelOf(row.channels, channel)} withTime={isWide} />,
        };
      }),
      ...(isWide ? [openColumn(t('colleagues.column.open'))] : []),
      {
        id: 'call',
        label: t('colleagues.column.call'),
        labelHidden: true,
        pinned: 'end',
        width: widths[size].call,
        cell: (row) => <CallColleague row={row} {...actions} />,
      },
    ],
    [t, size, isWide, actions],
  );
}

function extensionColumn(label: string): TableColumn<ColleagueRowView> {
  return { id: 'extension', label, width: 80, cell: (row) => row.extension };
}

function groupsColumn(label: string): TableColumn<ColleagueRowView> {
  return {
    id: 'groups',
    label,
    width: 150,
    cell: (row) => (
      <span className={styles.cut} title={row.groups.join(', ')}>
        {row.groups.join(', ')}
      </span>
    ),
  };
}

function openColumn(label: string): TableColumn<ColleagueRowView> {
  return { id: 'open', label, width: 104, cell: (row) => <OpenAttendances row={row} /> };
}
