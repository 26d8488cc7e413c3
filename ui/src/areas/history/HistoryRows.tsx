// The attendances of a portion of the history: a table, and below 768 px cards that are grouped by day.
import type { HistoryRowView } from 'core-wasm';
import { Fragment, useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Pill } from '../../design/Pill';
import { Table, type TableColumn } from '../../design/Table';
import { useRowTabIndex } from '../../design/TableRows';
import { useMediaQuery } from '../../design/useMediaQuery';
import { dashWhenEmpty, formatTime } from '../../i18n/format';
import { ChannelTile } from './ChannelTile';
import { channelOf, useHistoryTexts } from './historyTexts';
import styles from './HistoryRows.module.css';
import { customerName } from '../../i18n/visitors';

export interface HistoryRowsProps {
  rows: ReadonlyArray<HistoryRowView>;
  /** Protocol of the open attendance. */
  open: string | undefined;
  onOpen: (protocol: string) => void;
}

export interface HistoryTableProps extends HistoryRowsProps {
  /** After a change of page or filter the list begins at the top. */
  listKey: string;
}

const newestFirst = { column: 'start', descending: true };

export function HistoryTable({ rows, open, onOpen, listKey }: HistoryTableProps) {
  const { t } = useTranslation();
  const columns = useHistoryColumns(open !== undefined, onOpen);
  const { ids, byId } = useMemo(
    () => ({
      ids: rows.map(({ protocol }) => protocol),
      byId: new Map(rows.map((row) => [row.protocol, row])),
    }),
    [rows],
  );
  return (
    <Table
      label={t('history.title')}
      columns={columns}
      rows={ids}
      renderRow={(protocol, draw) => {
        const row = byId.get(protocol);
        return row === undefined ? null : <Fragment key={protocol}>{draw(row)}</Fragment>;
      }}
      stops="controls"
      sort={newestFirst}
      current={open}
      onOpen={onOpen}
      listKey={listKey}
    />
  );
}

interface Widths {
  place: number;
  start: number;
  state: number;
  /** Undefined: the table has no agent column. */
  agent: number | undefined;
}

/** Often long texts share the width with the contact; beside an open attendance and in a narrow window the contact's name needs that width. */
function useWidths(isBeside: boolean): Widths {
  const isNarrow = useMediaQuery('below-three-columns');
  const isBelowDesktop = useMediaQuery('below-desktop');
  const isStandard = useMediaQuery('standard-columns');
  if (isBelowDesktop) return { place: 114, start: 82, state: 124, agent: undefined };
  const start = isNarrow || isBeside ? 96 : 124;
  // Below 1280 px the attendance lies over the table.
  if (isBeside) return { place: 124, start, state: 124, agent: isStandard && !isNarrow ? undefined : 112 };
  return isNarrow ? { place: 130, start, state: 170, agent: 130 } : { place: 170, start, state: 220, agent: 170 };
}

function useHistoryColumns(
  isBeside: boolean,
  onOpen: (protocol: string) => void,
): ReadonlyArray<TableColumn<HistoryRowView>> {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const { place, start, state, agent } = useWidths(isBeside);
  return useMemo(() => {
    const columns: TableColumn<HistoryRowView>[] = [
      {
        id: 'protocol',
        label: t('history.column.protocol'),
        width: 166,
        cell: ({ protocol }) => <span className={styles.protocol}>{protocol}</span>,
      },
      {
        id: 'channel',
        label: t('history.column.channel'),
        labelHidden: true,
        width: 40,
        cell: (row) => <ChannelTile channel={channelOf(row)} size="small" />,
      },
      {
        id: 'contact',
        label: t('history.column.contact'),
        minWidth: 90,
        cell: (row) => <OpenButton row={row} onOpen={onOpen} />,
      },
      {
        id: 'place',
        label: t('history.column.place'),
        width: place,
        cell: ({ queue }) => <span title={queue}>{queue}</span>,
      },
      {
        id: 'start',
        label: t('history.column.start'),
        width: start,
        cell: (row) => <Start {...texts.startParts(row)} />,
      },
      { id: 'duration', label: t('history.column.duration'), width: 70, align: 'end', cell: texts.duration },
      {
        id: 'qualification',
        label: t('history.column.qualification'),
        width: state,
        cell: (row) => {
          const { tone, text } = texts.state(row);
          return <Pill tone={tone}>{text}</Pill>;
        },
      },
    ];
    if (agent !== undefined)
      columns.push({
        id: 'agent',
        label: t('history.column.agent'),
        width: agent,
        cell: (row) => <span title={row.agent}>{texts.agent(row)}</span>,
      });
    return columns;
  }, [t, texts, place, start, state, agent, onOpen]);
}

/** Two lines where the column is narrower than both parts: the hour is never cut. */
function Start({ day, time }: { day: string; time: string }) {
  return (
    <span className={styles.start}>
      {day !== '' && <span className={styles.startDay}>{`${day}, `}</span>}
      <span className={styles.startTime}>{time}</span>
    </span>
  );
}

function OpenButton({ row, onOpen }: { row: HistoryRowView; onOpen: (protocol: string) => void }) {
  const { t } = useTranslation();
  const { name, protocol } = row;
  return (
    <button
      type="button"
      className={styles.open}
      tabIndex={useRowTabIndex()}
      aria-label={t('history.open', { name, protocol })}
      onClick={() => onOpen(protocol)}
    >
      <bdi>{dashWhenEmpty(name)}</bdi>
    </button>
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
                    <bdi>{dashWhenEmpty(customerName(row.name, t))}</bdi>
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
