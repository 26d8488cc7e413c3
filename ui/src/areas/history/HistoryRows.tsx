// The attendances of a page of the history: a table, and below 768 px cards that are grouped by day.
import type { HistoryRowView } from 'core-wasm';
import { ArrowDown } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { Pill } from '../../design/Pill';
import { useRovingFocus } from '../../design/useRovingFocus';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { dashWhenEmpty, formatTime } from '../../i18n/format';
import { ChannelTile } from './ChannelTile';
import { channelOf, useHistoryTexts } from './historyTexts';
import styles from './HistoryRows.module.css';

export interface HistoryRowsProps {
  rows: ReadonlyArray<HistoryRowView>;
  /** The protocol of the open attendance. */
  open: string | undefined;
  onOpen: (protocol: string) => void;
}

export function HistoryTable({ rows, open, onOpen }: HistoryRowsProps) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  const focus = useRovingFocus(body, {
    count: rows.length,
    keyAt: (index) => rows[index]?.protocol ?? null,
    preferred: open ?? null,
  });
  return (
    <table className={styles.table} data-beside={open !== undefined || undefined} aria-label={t('history.title')}>
      <thead>
        <tr>
          <th scope="col" className={styles.protocolColumn}>
            {t('history.column.protocol')}
          </th>
          <th scope="col" className={styles.channelColumn}>
            <VisuallyHidden>{t('history.column.channel')}</VisuallyHidden>
          </th>
          <th scope="col">{t('history.column.contact')}</th>
          <th scope="col" className={styles.placeColumn}>
            {t('history.column.place')}
          </th>
          <th scope="col" className={styles.startColumn} aria-sort="descending">
            <span className={styles.sorted}>
              {t('history.column.start')}
              <Icon glyph={ArrowDown} size={12} className={styles.arrow} />
            </span>
          </th>
          <th scope="col" className={styles.durationColumn}>
            {t('history.column.duration')}
          </th>
          <th scope="col" className={styles.stateColumn}>
            {t('history.column.qualification')}
          </th>
          <th scope="col" className={styles.agentColumn}>
            {t('history.column.agent')}
          </th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
        {rows.map((row) => {
          const { protocol } = row;
          const state = texts.state(row);
          return (
            <tr
              key={protocol}
              data-item={protocol}
              aria-selected={protocol === open}
              className={styles.row}
              onClick={() => onOpen(protocol)}
            >
              <td className={styles.protocol}>{protocol}</td>
              <td>
                <ChannelTile channel={channelOf(row)} size="small" />
              </td>
              <td className={styles.contact}>
                <button
                  type="button"
                  className={styles.open}
                  tabIndex={focus.tabStop === protocol ? 0 : -1}
                  aria-label={t('history.open', { name: row.name, protocol })}
                  // The row has the same action: it would run twice.
                  onClick={(event) => {
                    event.stopPropagation();
                    onOpen(protocol);
                  }}
                >
                  <bdi>{dashWhenEmpty(row.name)}</bdi>
                </button>
              </td>
              <td title={row.queue}>{row.queue}</td>
              <td>{texts.start(row)}</td>
              <td className={styles.number}>{texts.duration(row)}</td>
              <td>
                <Pill tone={state.tone}>{state.text}</Pill>
              </td>
              <td title={row.agent}>{texts.agent(row)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function HistoryCards({ rows, open, onOpen }: HistoryRowsProps) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const days = rows.map((row) => texts.day(row));
  return (
    <ul className={styles.cards} aria-label={t('history.title')}>
      {rows.map((row, index) => {
        const state = texts.state(row);
        return (
          <li key={row.protocol}>
            {days[index] !== days[index - 1] && <p className={styles.day}>{days[index]}</p>}
            <button
              type="button"
              className={styles.card}
              aria-current={row.protocol === open || undefined}
              onClick={() => onOpen(row.protocol)}
            >
              <ChannelTile channel={channelOf(row)} size="large" />
              <span className={styles.cardText}>
                <span className={styles.cardLine}>
                  <span className={styles.cardName}>
                    <bdi>{dashWhenEmpty(row.name)}</bdi>
                  </span>
                  {row.start !== undefined && <span className={styles.cardTime}>{formatTime(row.start)}</span>}
                </span>
                <span className={styles.cardLine}>
                  <span className={styles.cardPlace}>{`${row.queue} · ${texts.duration(row)}`}</span>
                  <Pill tone={state.tone} className={styles.cardState}>
                    {state.text}
                  </Pill>
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
