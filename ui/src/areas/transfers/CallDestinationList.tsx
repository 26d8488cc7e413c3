// The list of a call's possible destinations, in groups; the search above it keeps the focus (useSearchList). Of long lists only the visible rows
// are rendered.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ListOrdered, PhoneForwarded, PhoneOutgoing } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, type CSSProperties } from 'react';
import { Avatar } from '../../design/Avatar';
import { Icon } from '../../design/icons/Icon';
import { StatusMark, type StatusShape } from '../../design/StatusMark';
import { Timer } from '../../design/Timer';
import { useMediaQuery } from '../../design/useMediaQuery';
import { rowIdOf, type SearchListControl } from '../../design/useSearchList';
import { drawnWhole, overscanOf, rangeWith } from '../../design/virtualRows';
import { useTranslation } from '../../i18n/useTranslation';
import { statusLook } from '../channels/channels';
import {
  freeText,
  spokenRow,
  statusWord,
  type CallDestinationRow,
  type DestinationGroup,
  type DestinationSection,
} from './callDestinations';
import styles from './CallDestinationList.module.css';

export interface CallDestinationListProps {
  sections: ReadonlyArray<DestinationSection>;
  list: SearchListControl<CallDestinationRow>;
  chosen: string | null;
}

type Line = { kind: 'head'; section: DestinationSection } | { kind: 'row'; row: CallDestinationRow; place: number };

const headHeight = 28;
const rowHeight = 44;
const touchRowHeight = 56;

export function CallDestinationList({ sections, list, chosen }: CallDestinationListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('below-tablet');
  const lines = useMemo(() => linesOf(sections), [sections]);
  const isLong = lines.length > drawnWhole;
  const heightOf = (line: Line | undefined): number =>
    line?.kind === 'head' ? headHeight : isPhone ? touchRowHeight : rowHeight;
  const activeLine = lines.findIndex((line) => line.kind === 'row' && line.row.id === list.active?.id);
  const virtualizer = useVirtualizer({
    count: isLong ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    overscan: overscanOf(lines.length),
    // The field refers to the active row by its id, so that row is always rendered.
    rangeExtractor: rangeWith(activeLine),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isPhone, lines]);
  const activeId = list.active === undefined ? undefined : rowIdOf(list.id, list.active);
  useLayoutEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  const drawn: ReadonlyArray<{ index: number; start?: number }> = isLong
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : lines.map((_, index) => ({ index }));
  const total = list.rows.length;
  return (
    // The list box itself scrolls; the field operates it, so that it needs no tab stop of its own.
    <div ref={scroller} id={list.id} role="listbox" aria-label={t('transfers.call.list')} className={styles.list}>
      <div
        role="presentation"
        className={styles.lines}
        style={isLong ? { height: virtualizer.getTotalSize() } : undefined}
      >
        {drawn.map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const place: CSSProperties =
            start === undefined ? {} : { position: 'absolute', top: start, height: heightOf(line) };
          if (line.kind === 'head')
            return <Head key={`head-${line.section.group}`} section={line.section} place={place} />;
          const { row } = line;
          return (
            <div
              key={row.id}
              id={rowIdOf(list.id, row)}
              role="option"
              aria-label={spokenRow(row, t)}
              aria-selected={row.id === chosen}
              aria-disabled={row.disabled || undefined}
              aria-setsize={total}
              aria-posinset={line.place}
              data-active={row.id === list.active?.id || undefined}
              className={styles.row}
              style={place}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => list.pick(row)}
            >
              <Row row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function linesOf(sections: ReadonlyArray<DestinationSection>): ReadonlyArray<Line> {
  let place = 0;
  return sections.flatMap((section): ReadonlyArray<Line> => [
    ...(section.group === 'number' ? [] : [{ kind: 'head', section } as const]),
    ...section.rows.map((row): Line => {
      place += 1;
      return { kind: 'row', row, place };
    }),
  ]);
}

/** The rows contain all of it: the head is only for sighted users. */
function Head({ section, place }: { section: DestinationSection; place: CSSProperties }) {
  const { t } = useTranslation();
  const { group, rows, total } = section;
  return (
    <div className={styles.head} style={place} aria-hidden="true">
      <span className={styles.group}>
        {t(`transfers.call.tab.${group}`)}
        <span className={styles.count}>{t('transfers.call.shown', { shown: rows.length, all: total })}</span>
      </span>
      {group === 'agent' ? (
        <span className={styles.columns}>{t('transfers.call.open')}</span>
      ) : (
        <span className={styles.columns}>
          <span className={styles.number}>{t('transfers.call.waiting')}</span>
          <span className={styles.longest}>{t('transfers.call.longest')}</span>
        </span>
      )}
    </div>
  );
}

function Row({ row }: { row: CallDestinationRow }) {
  const { t } = useTranslation();
  return (
    <>
      <DestinationTile row={row} size={34} />
      <span className={styles.text}>
        <span className={styles.name}>
          <bdi className={styles.nameText} title={row.name}>
            {row.kind === 'number' ? t('transfers.call.callNumber', { number: row.name }) : row.name}
          </bdi>
          {row.kind === 'agent' && row.agent.extension !== '' && (
            <span className={styles.extension}>{row.agent.extension}</span>
          )}
        </span>
        <DestinationState row={row} />
      </span>
      {row.reason !== undefined ? <span className={styles.reason}>{row.reason}</span> : <Load row={row} />}
    </>
  );
}

function Load({ row }: { row: CallDestinationRow }) {
  const { t } = useTranslation();
  if (row.kind === 'number') return null;
  if (row.kind === 'agent') return <span className={styles.columns}>{row.agent.open}</span>;
  const { waiting, waitingSince } = row.group;
  return (
    <span className={styles.columns}>
      <span className={styles.number}>{waiting ?? t('transfers.call.none')}</span>
      <span className={styles.longest}>
        {waitingSince === undefined ? t('transfers.call.none') : <Timer since={waitingSince} shape="call" />}
      </span>
    </span>
  );
}

const tileGlyph: Readonly<Record<Exclude<DestinationGroup, 'agent'>, typeof ListOrdered>> = {
  queue: ListOrdered,
  campaign: PhoneOutgoing,
  number: PhoneForwarded,
};

/** Avatar of an agent, icon of any other destination. */
export function DestinationTile({ row, size }: { row: CallDestinationRow; size: 34 | 40 }) {
  if (row.kind === 'agent')
    return <Avatar initials={row.agent.initials} color={row.agent.color} size={size} muted={row.disabled} />;
  return (
    <span className={styles.tile} data-kind={row.kind} data-size={size} data-off={row.disabled || undefined}>
      <Icon glyph={tileGlyph[row.kind]} />
    </span>
  );
}

/** The live state as a shape and a word, with its time. */
export function DestinationState({ row }: { row: CallDestinationRow }) {
  const { t } = useTranslation();
  if (row.kind === 'number') return <span className={styles.state}>{t('transfers.call.numberHelp')}</span>;
  if (row.kind === 'agent') {
    const { status, since } = row.agent;
    const { shape, showsTimer } = statusLook[status];
    const word = statusWord(row.agent, t);
    return (
      <span className={styles.state}>
        <StatusMark shape={shape} className={styles.shape} />
        <span className={styles.word}>{showsTimer ? t('transfers.call.status.since', { word }) : word}</span>
        {showsTimer && <Timer since={since} shape="call" className={styles.since} />}
      </span>
    );
  }
  const { agents, agentsAvailable: free, current } = row.group;
  const words = [freeText(row.group, t), current ? t('transfers.call.current') : undefined];
  const text = words.filter((part) => part !== undefined).join(' · ');
  if (text === '') return null;
  return (
    <span className={styles.state}>
      {(agents !== undefined || free !== undefined) && (
        <StatusMark shape={groupShape(agents, free)} className={styles.shape} />
      )}
      <span className={styles.word}>{text}</span>
    </span>
  );
}

function groupShape(agents: number | undefined, free: number | undefined): StatusShape {
  if (agents === 0) return 'hollowRing';
  return (free ?? 0) > 0 ? 'dot' : 'ringedDot';
}
