// The board on wide screens: a row per agent, a column per channel that at least one agent has.
import type { BoardOrder, BoardRowView, Channel } from 'core-wasm';
import { memo, useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { channelGlyph } from '../channels/channels';
import { Icon } from '../../design/icons/Icon';
import { Table, type TableColumn, type TableSort } from '../../design/Table';
import { formatNumber } from '../../i18n/format';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { attendancesOf, boardOrders } from './board';
import {
  AgentName,
  BoardChannel,
  LongestWait,
  RowActions,
  SessionOf,
  type BoardActions,
  type RenderAgent,
} from './BoardParts';
import styles from './BoardTable.module.css';

export interface BoardTableProps extends BoardActions {
  /** Ids of the shown agents, in order. */
  agents: ReadonlyArray<string>;
  renderAgent: RenderAgent;
  channels: ReadonlyArray<Channel>;
  order: BoardOrder;
  onOrder: (order: BoardOrder) => void;
  /** After a change of search or situation the list begins at the top. */
  listKey: string;
  /** Action buttons have only an icon. */
  compact: boolean;
  /**
   * Whether a drawer takes a third of the width: then the session has no column, and the wait is below the number of
   * attendances.
   */
  besideDrawer?: boolean;
}

/** The status of a channel with its time, and the space above and below it. */
const rowHeight = 61;

export const BoardTable = memo(function BoardTable(props: BoardTableProps) {
  const { agents, renderAgent, order, onOrder, listKey, compact } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.board} data-compact={compact || undefined}>
      <Table
        label={t('supervision.title')}
        columns={useBoardColumns(props)}
        rows={agents}
        renderRow={renderAgent}
        rowHeight={rowHeight}
        stops="controls"
        sort={sortOf(order)}
        // Each sort order has one direction.
        onSort={({ column }) => {
          const next = boardOrders.find((candidate) => candidate === column);
          if (next !== undefined) onOrder(next);
        }}
        listKey={listKey}
      />
    </div>
  );
});

/** The longest time in a status belongs to no single column. */
function sortOf(order: BoardOrder): TableSort | undefined {
  return order === 'longest' ? undefined : { column: order, descending: order === 'attendances' || order === 'wait' };
}

function useBoardColumns({
  channels,
  compact,
  besideDrawer = false,
  onSetAbsent,
  onDisconnect,
  onSupervise,
  supervised,
  stale,
}: BoardTableProps): ReadonlyArray<TableColumn<BoardRowView>> {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('supervision.column.agent'),
        minWidth: 140,
        sorts: 'ascending',
        isRowHeading: true,
        cell: (row) => <AgentName row={row} />,
      },
      ...channels.map((channel): TableColumn<BoardRowView> => {
        const label = t(`channels.name.${channel}`);
        return {
          id: channel,
          label,
          heading: (
            <span className={styles.channelHead} data-ch={channel}>
              <Icon glyph={channelGlyph[channel]} size={14} className={styles.channelGlyph} />
              {label}
            </span>
          ),
          width: besideDrawer ? 140 : compact ? 152 : 184,
          cell: (row) => <ChannelCell row={row} channel={channel} />,
        };
      }),
      {
        id: 'attendances',
        label: t('supervision.column.attendances'),
        width: 76,
        sorts: 'descending',
        cell: (row) => (
          <>
            <span className={styles.count}>{formatNumber(attendancesOf(row))}</span>
            {besideDrawer && <LongestWait row={row} />}
          </>
        ),
      },
      // A narrow table has no space for a separate column: the wait is below the session.
      ...(compact ? [] : [waitColumn(t('supervision.column.wait'))]),
      ...(besideDrawer ? [] : [sessionColumn(t('supervision.column.session'), compact)]),
      {
        id: 'actions',
        label: t('supervision.column.actions'),
        labelHidden: true,
        pinned: 'end',
        width: compact ? 116 : 228,
        cell: (row) => (
          <RowActions row={row} compact={compact} {...{ onSetAbsent, onDisconnect, onSupervise, supervised, stale }} />
        ),
      },
    ],
    [t, channels, compact, besideDrawer, onSetAbsent, onDisconnect, onSupervise, supervised, stale],
  );
}

function waitColumn(label: string): TableColumn<BoardRowView> {
  return { id: 'wait', label, width: 112, sorts: 'descending', cell: (row) => <LongestWait row={row} /> };
}

function sessionColumn(label: string, compact: boolean): TableColumn<BoardRowView> {
  return {
    id: 'session',
    label,
    width: compact ? 120 : 124,
    sorts: 'ascending',
    cell: (row) =>
      compact ? (
        <span className={styles.stack}>
          <SessionOf row={row} />
          <LongestWait row={row} />
        </span>
      ) : (
        <SessionOf row={row} />
      ),
  };
}

function ChannelCell({ row, channel }: { row: BoardRowView; channel: Channel }) {
  const { t } = useTranslation();
  const state = row.channels.find((candidate) => candidate.channel === channel);
  if (state !== undefined) return <BoardChannel state={state} logged={row.logged} />;
  return (
    <span className={styles.none} title={t('supervision.row.noChannel')}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('supervision.row.noChannel')}</VisuallyHidden>
    </span>
  );
}
