// The supervisor's board: counts, filters and the live list of agents. It shows props and reports actions.
import type { BoardFilter, BoardOrder, BoardSummaryView, Channel } from 'core-wasm';
import { ArrowUpDown, CloudAlert, PhoneCall, RefreshCw, SearchX, Users } from 'lucide-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Badge } from '../../design/Badge';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { ChannelToggles } from '../channels/ChannelToggles';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { DropdownMenu } from '../../design/Menu';
import { PageFrame } from '../../design/PageFrame';
import { SearchField } from '../../design/SearchField';
import { usePlaceholder } from '../../design/Skeleton';
import { StatusMark } from '../../design/StatusMark';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatSeconds } from '../../i18n/format';
import type { IndexedList } from '../../core/indexedList';
import { boardOrders, wholeBoard } from './board';
import { BoardCards } from './BoardCards';
import type { BoardActions, RenderAgent } from './BoardParts';
import { BoardSkeleton } from './BoardSkeleton';
import { BoardSummary } from './BoardSummary';
import { BoardTable } from './BoardTable';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './SupervisionBoard.module.css';

export interface SupervisionBoardProps extends BoardActions {
  /** Ids of the agents that the filter shows, in its order. */
  agents: IndexedList<string>;
  renderAgent: RenderAgent;
  /** Counts over all agents. */
  summary: BoardSummaryView;
  /** Channels that at least one agent has, in the order of the columns. */
  channels: ReadonlyArray<Channel>;
  state: 'loading' | 'failed' | 'ready';
  /** Whether the broker link is up: then the board updates at once. */
  live: boolean;
  /** The last reconcile with the server, epoch milliseconds. */
  updatedAt: number | null;
  filter: BoardFilter;
  onFilter: (filter: BoardFilter) => void;
  onRefresh: () => void;
  onOpenRules: () => void;
  /** Number of tasks outside the server that were given up, as far as it is known. */
  deadEffects: number;
  onOpenDeadEffects: () => void;
  /** The supervised call, beside the board. */
  drawer?: ReactNode;
}

export function SupervisionBoard({
  agents,
  renderAgent,
  summary,
  channels,
  state,
  live,
  updatedAt,
  filter,
  onFilter,
  onRefresh,
  onOpenRules,
  deadEffects,
  onOpenDeadEffects,
  drawer,
  ...given
}: SupervisionBoardProps) {
  const { t } = useTranslation();
  const placeholder = usePlaceholder(state === 'loading');
  const asCards = useMediaQuery('below-desktop');
  const isNarrow = useMediaQuery('below-three-columns');
  // The drawer takes a third of the width; on a narrow screen it covers the board.
  const besideDrawer = !isNarrow && given.supervised !== undefined;
  const compact = isNarrow || besideDrawer;
  const actions = { ...given, stale: !live };
  const shown = useMemo(() => Array.from({ length: agents.length }, (_, index) => agents.at(index) ?? ''), [agents]);
  const change = (part: Partial<BoardFilter>): void => onFilter({ ...filter, ...part });
  const hasTable = state === 'ready' && !asCards && shown.length > 0;
  const isNarrowed = filter.search.trim() !== '' || filter.situation !== undefined || filter.channels !== undefined;
  const changeOrder = useCallback((order: BoardOrder) => onFilter({ ...filter, order }), [filter, onFilter]);

  return (
    <PageFrame id="board" label={t('supervision.title')} beside={drawer}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('supervision.title')}</h1>
        <p className={styles.live} data-live={live}>
          <StatusMark shape={live ? 'dot' : 'spinner'} className={styles.liveMark} />
          {live
            ? t('supervision.live')
            : updatedAt === null
              ? t('supervision.staleUnknown')
              : t('supervision.stale', { time: formatSeconds(updatedAt) })}
        </p>
        <IconButton
          glyph={CloudAlert}
          label={
            deadEffects === 0
              ? t('supervision.deadEffects.open')
              : t('supervision.deadEffects.openCount', { count: deadEffects })
          }
          onClick={onOpenDeadEffects}
        >
          <Badge
            count={deadEffects}
            label={t('supervision.deadEffects.badge', { count: deadEffects })}
            className={styles.deadEffects}
          />
        </IconButton>
        <IconButton glyph={PhoneCall} label={t('supervision.rules.title')} onClick={onOpenRules} />
        <IconButton glyph={RefreshCw} label={t('supervision.refresh')} onClick={onRefresh} />
      </header>
      <div className={styles.content}>
        <BoardSummary
          summary={state === 'ready' ? summary : undefined}
          situation={filter.situation}
          besideDrawer={besideDrawer}
          onSituation={(situation) => change({ situation })}
        />
        <div className={classNames(styles.panel, hasTable && styles.withTable)}>
          <div className={styles.tools}>
            <SearchField
              label={t('supervision.filter.search')}
              placeholder={t('supervision.filter.search')}
              clearLabel={t('supervision.filter.clear')}
              value={filter.search}
              onChange={(search) => change({ search })}
              className={styles.search}
            />
            <span className={styles.space} />
            {channels.length > 1 && (
              <ChannelToggles
                label={t('supervision.filter.channels')}
                channels={channels}
                shown={filter.channels ?? channels}
                onChange={(wanted) => {
                  const kept = channels.filter((channel) => wanted.includes(channel));
                  // A choice without a channel would show no agent: it means all channels.
                  change({ channels: kept.length === 0 || kept.length === channels.length ? undefined : kept });
                }}
              />
            )}
            <DropdownMenu
              label={t('supervision.sort.label')}
              entries={[
                {
                  kind: 'choice',
                  id: 'order',
                  label: t('supervision.sort.label'),
                  value: filter.order,
                  options: boardOrders.map((order) => ({ value: order, label: t(`supervision.sort.${order}`) })),
                  onChange: (value) => {
                    const order = boardOrders.find((candidate) => candidate === value);
                    if (order !== undefined) changeOrder(order);
                  },
                },
              ]}
              trigger={<IconButton glyph={ArrowUpDown} label={t('supervision.sort.label')} className={styles.order} />}
            />
          </div>
          {state === 'failed' ? (
            <ErrorState message={t('supervision.loadFailed')} onRetry={onRefresh} />
          ) : placeholder !== 'content' ? (
            <div aria-busy="true" aria-label={t('supervision.loading')} role="status">
              {placeholder === 'skeleton' && <BoardSkeleton asCards={asCards} />}
            </div>
          ) : summary.total === 0 ? (
            <EmptyState glyph={Users} title={t('supervision.empty.none')} help={t('supervision.empty.noneHelp')} />
          ) : shown.length === 0 ? (
            <EmptyState
              glyph={SearchX}
              title={t('supervision.empty.filtered')}
              help={t('supervision.empty.filteredHelp')}
              action={
                <Button onClick={() => onFilter({ ...wholeBoard, order: filter.order })}>
                  {t('supervision.empty.clear')}
                </Button>
              }
            />
          ) : asCards ? (
            <BoardCards agents={shown} renderAgent={renderAgent} {...actions} />
          ) : (
            <BoardTable
              agents={shown}
              renderAgent={renderAgent}
              channels={filter.channels ?? channels}
              order={filter.order}
              onOrder={changeOrder}
              listKey={JSON.stringify(filter)}
              compact={compact}
              besideDrawer={besideDrawer}
              {...actions}
            />
          )}
          <UnsupportedItems list="board" />
          {isNarrowed && shown.length > 0 && state === 'ready' && (
            <p className={styles.found} role="status">
              {t('supervision.found', { count: shown.length })}
            </p>
          )}
        </div>
      </div>
    </PageFrame>
  );
}
