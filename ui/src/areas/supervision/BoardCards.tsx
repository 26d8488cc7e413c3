// The board on narrow screens: a card per agent with a line per channel. Cards differ in height, so the list renders the first cards, and further
// ones whenever the agent scrolls near its end.
import type { BoardRowView } from 'core-wasm';
import { memo, useEffect, useRef, useState } from 'react';
import { useFocusedRow } from '../../design/useFocusedRow';
import { useTranslation } from '../../i18n/useTranslation';
import { attendancesOf } from './board';
import {
  AgentName,
  BoardChannel,
  LongestWait,
  RowActions,
  SessionOf,
  type BoardActions,
  type RenderAgent,
} from './BoardParts';
import styles from './BoardCards.module.css';

export interface BoardCardsProps extends BoardActions {
  /** Ids of the shown agents, in order. */
  agents: ReadonlyArray<string>;
  renderAgent: RenderAgent;
}

/** More cards than fit on a screen; a board up to this length is rendered completely. */
export const cardsAtOnce = 48;

export const BoardCards = memo(function BoardCards({ agents, renderAgent, ...actions }: BoardCardsProps) {
  const [drawn, setDrawn] = useState(cardsAtOnce);
  const focused = useFocusedRow(agents);
  const hasMore = drawn < agents.length;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (end.current === null || !hasMore) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn(drawn + cardsAtOnce);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [drawn, hasMore]);
  return (
    <ul className={styles.cards} onFocus={focused.onFocus} onBlur={focused.onBlur}>
      {agents.map((agentId, index) =>
        // An agent who moves far down in the order keeps the focus.
        index < drawn || index === focused.index
          ? renderAgent(agentId, (row) => <Card row={row} index={index} total={agents.length} {...actions} />)
          : null,
      )}
      {hasMore && <li ref={end} className={styles.end} aria-hidden="true" />}
    </ul>
  );
});

interface CardProps extends BoardActions {
  row: BoardRowView;
  index: number;
  total: number;
}

const Card = memo(function Card({ row, index, total, ...actions }: CardProps) {
  const { t } = useTranslation();
  return (
    <li data-item={row.agentId} aria-posinset={index + 1} aria-setsize={total} className={styles.card}>
      <AgentName row={row} size={40} />
      <div className={styles.channels}>
        {row.channels.map((state) => (
          <BoardChannel key={state.channel} state={state} logged={row.logged} withChannel />
        ))}
      </div>
      <div className={styles.foot}>
        <span className={styles.facts}>
          <SessionOf row={row} />
          <LongestWait row={row} />
          <span className={styles.count}>{t('supervision.row.attendances', { count: attendancesOf(row) })}</span>
        </span>
        <RowActions row={row} compact={false} {...actions} />
      </div>
    </li>
  );
});
