// The board on wide screens: a row per agent, a column per channel that at least one agent has.
import type { BoardOrder, BoardRowView, Channel } from 'core-wasm';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { channelGlyph } from '../channels/channels';
import { Icon } from '../../design/icons/Icon';
import { formatNumber } from '../../i18n/format';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { attendancesOf } from './board';
import { AgentName, BoardChannel, RowActions, SessionOf, type BoardActions, type RenderAgent } from './BoardParts';
import styles from './BoardTable.module.css';

export interface BoardTableProps extends BoardActions {
  /** Ids of the shown agents, in order. */
  agents: ReadonlyArray<string>;
  renderAgent: RenderAgent;
  channels: ReadonlyArray<Channel>;
  order: BoardOrder;
  onOrder: (order: BoardOrder) => void;
  /** Actions are icons only. */
  compact: boolean;
}

const largerFirst: ReadonlyArray<BoardOrder> = ['attendances'];

export const BoardTable = memo(function BoardTable({
  agents,
  renderAgent,
  channels,
  order,
  onOrder,
  compact,
  onSetAbsent,
  onDisconnect,
}: BoardTableProps) {
  const { t } = useTranslation();
  const heading = (by: BoardOrder, label: string, className?: string) => (
    <th
      scope="col"
      className={className}
      aria-sort={order === by ? (largerFirst.includes(by) ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => onOrder(by)}>
        {label}
        <Icon
          glyph={largerFirst.includes(by) ? ArrowDown : ArrowUp}
          size={12}
          className={order === by ? styles.arrow : styles.noArrow}
        />
      </button>
    </th>
  );
  return (
    <table className={styles.table} data-compact={compact || undefined}>
      <thead>
        <tr>
          {heading('name', t('supervision.column.agent'))}
          {channels.map((channel) => (
            <th key={channel} scope="col" className={styles.channelColumn} data-ch={channel}>
              <span className={styles.channelHead}>
                <Icon glyph={channelGlyph[channel]} size={14} className={styles.channelGlyph} />
                {t(`channels.name.${channel}`)}
              </span>
            </th>
          ))}
          {heading('attendances', t('supervision.column.attendances'), styles.countColumn)}
          {heading('session', t('supervision.column.session'), styles.sessionColumn)}
          <th scope="col" className={styles.actionColumn}>
            <VisuallyHidden>{t('supervision.column.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agentId) =>
          renderAgent(agentId, (row) => (
            <Row
              row={row}
              channels={channels}
              compact={compact}
              onSetAbsent={onSetAbsent}
              onDisconnect={onDisconnect}
            />
          )),
        )}
      </tbody>
    </table>
  );
});

type RowProps = Pick<BoardTableProps, 'channels' | 'compact' | keyof BoardActions> & { row: BoardRowView };

const Row = memo(function Row({ row, channels, compact, onSetAbsent, onDisconnect }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.agent}>
        <AgentName row={row} />
      </th>
      {channels.map((channel) => {
        const state = row.channels.find((candidate) => candidate.channel === channel);
        return (
          <td key={channel}>
            {state === undefined ? (
              <span className={styles.none} title={t('supervision.row.noChannel')}>
                <span aria-hidden="true">–</span>
                <VisuallyHidden>{t('supervision.row.noChannel')}</VisuallyHidden>
              </span>
            ) : (
              <BoardChannel state={state} logged={row.logged} />
            )}
          </td>
        );
      })}
      <td className={styles.count}>{formatNumber(attendancesOf(row))}</td>
      <td>
        <SessionOf row={row} />
      </td>
      <td>
        <RowActions row={row} compact={compact} onSetAbsent={onSetAbsent} onDisconnect={onDisconnect} />
      </td>
    </tr>
  );
});
