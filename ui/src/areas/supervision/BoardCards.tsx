// The board on narrow screens: a card per agent with a line per channel.
import type { BoardRowView } from 'core-wasm';
import { useTranslation } from 'react-i18next';
import { attendancesOf } from './board';
import { AgentName, BoardChannel, RowActions, SessionOf, type BoardActions } from './BoardParts';
import styles from './BoardCards.module.css';

export function BoardCards({ rows, onSetAbsent, onDisconnect }: BoardActions & { rows: ReadonlyArray<BoardRowView> }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.agentId} className={styles.card}>
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
      ))}
    </ul>
  );
}
