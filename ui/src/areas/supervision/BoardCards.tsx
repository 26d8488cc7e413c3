// The board on narrow screens: a card per agent with a line per channel.
import type { BoardRowView } from 'core-wasm';
import { memo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { attendancesOf } from './board';
import { AgentName, BoardChannel, RowActions, SessionOf, type BoardActions, type RenderAgent } from './BoardParts';
import styles from './BoardCards.module.css';

export interface BoardCardsProps extends BoardActions {
  /** Ids of the shown agents, in order. */
  agents: ReadonlyArray<string>;
  renderAgent: RenderAgent;
}

export const BoardCards = memo(function BoardCards({ agents, renderAgent, ...actions }: BoardCardsProps) {
  return (
    <ul className={styles.cards}>
      {agents.map((agentId) => renderAgent(agentId, (row) => <Card row={row} {...actions} />))}
    </ul>
  );
});

const Card = memo(function Card({ row, onSetAbsent, onDisconnect }: BoardActions & { row: BoardRowView }) {
  const { t } = useTranslation();
  return (
    <li className={styles.card}>
      <AgentName row={row} size={40} />
      <div className={styles.channels}>
        {row.channels.map((state) => (
          <BoardChannel key={state.channel} state={state} logged={row.logged} withChannel />
        ))}
      </div>
      <div className={styles.foot}>
        <span className={styles.facts}>
          <SessionOf row={row} />
          <span className={styles.count}>{t('supervision.row.attendances', { count: attendancesOf(row) })}</span>
        </span>
        <RowActions row={row} compact={false} onSetAbsent={onSetAbsent} onDisconnect={onDisconnect} />
      </div>
    </li>
  );
});
