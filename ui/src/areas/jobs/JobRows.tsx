// The virtualised rows of the list of attendances and of the inbox. It owns the focused row and reports whether pointer or focus are inside. While several
// attendances are selected, a click or Space selects a row instead of opening it.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ListChecks, Pin } from 'lucide-react';
import { memo, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { IconButton } from '../../design/IconButton';
import { itemKeyOf, useRovingFocus } from '../../design/useRovingFocus';
import { overscanOf, rangeWith } from '../../design/virtualRows';
import { formatNumber } from '../../i18n/format';
import { BrokenLine, PartBoundary } from '../../shared/PartBoundary';
import { BareCheckbox } from '../../design/Checkbox';
import { classNames } from '../../design/classNames';
import { FoldedHeading } from './FoldedHeading';
import { keysOfGroup, withGroup } from './bulkSelection';
import { isFolded, type FoldedGroup, type GroupedRows, type JobGroup } from './groupedRows';
import { useRowSelection, type RowSelection } from './useRowSelection';
import styles from './JobList.module.css';

export interface JobRowPosition {
  tabIndex: 0 | -1;
}

export interface JobRowsProps {
  rows: GroupedRows;
  /** The protocol of the open attendance: its row is the tab stop of the list. */
  selected: string | null;
  renderJob: (protocol: string, position: JobRowPosition) => ReactNode;
  /** Reports whether pointer or focus are in the list: then rows keep their order. */
  onHoldChange: (held: boolean) => void;
  /** Opens or closes the group of snoozed attendances; undefined if it cannot be closed. */
  onFoldSnoozed?: ((open: boolean) => void) | undefined;
  /** Opens or closes the group of ended attendances; undefined if it cannot be closed. */
  onFoldEnded?: ((open: boolean) => void) | undefined;
  /** The group that the agent has just opened or closed: its heading takes the focus. */
  toggledRef?: RefObject<FoldedGroup | null> | undefined;
  /** Selection of several attendances; undefined if none can be selected. */
  selection?: RowSelection | undefined;
  /** Identifies filters and order: after a change of them the list begins at the top. */
  arrangement?: string | undefined;
}

const jobPitch = 78;
const groupPitch = 28;
const listEnd = 8;

const brokenRow = (retry: () => void): ReactNode => <BrokenLine onRetry={retry} />;

export const JobRows = memo(function JobRows(props: JobRowsProps) {
  const { selected, renderJob, onHoldChange, onFoldSnoozed, onFoldEnded, toggledRef, selection } = props;
  const { arrangement = '' } = props;
  const { t } = useTranslation();
  const foldOf = (group: FoldedGroup) => (group === 'snoozed' ? onFoldSnoozed : onFoldEnded);
  const { rows, freeze } = useFrozenWhilePressed(props.rows);
  const scroller = useRef<HTMLDivElement>(null);
  // The row with the focus stays rendered outside the visible part: a removed element loses the focus.
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = focused === null ? -1 : indexOfJob(rows, focused);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows.isHeading(index) ? groupPitch : jobPitch),
    overscan: overscanOf(rows.length),
    rangeExtractor: rangeWith(focusedIndex),
    paddingEnd: listEnd,
  });
  // Sizes depend only on the indexes of the headings; a message can put another attendance at an index.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows.shape]);
  // A group that the agent opens is scrolled to the top of the list: at the foot its rows would be invisible.
  const snoozedAt = rows.headingOf('snoozed');
  const endedAt = rows.headingOf('toQualify');
  useLayoutEffect(() => {
    const toggled = toggledRef?.current;
    const openedAt = toggled === 'snoozed' ? snoozedAt : toggled === 'toQualify' ? endedAt : -1;
    if (openedAt >= 0) virtualizer.scrollToIndex(openedAt, { align: 'start' });
  }, [virtualizer, snoozedAt, endedAt, toggledRef]);
  useKeptInView(scroller, { rows, selected, arrangement }, (top) => virtualizer.scrollToOffset(top));
  const drawn = virtualizer.getVirtualItems();
  const focus = useRovingFocus(scroller, {
    count: rows.length,
    keyAt: (index) => jobAt(rows, index),
    preferred: selected,
    drawn: drawn.map(({ index }) => index),
    reveal: (index) => virtualizer.scrollToIndex(index),
  });

  const select = useRowSelection(rows, selection, (key) => focus.focusAt(indexOfJob(rows, key)));

  const inside = useRef({ pointer: false, focus: false });
  const reportInside = (change: Partial<(typeof inside)['current']>): void => {
    const before = inside.current.pointer || inside.current.focus;
    inside.current = { ...inside.current, ...change };
    const now = inside.current.pointer || inside.current.focus;
    if (before !== now) onHoldChange(now);
  };

  return (
    <div
      ref={scroller}
      className={styles.rows}
      onPointerDown={freeze}
      onPointerEnter={() => reportInside({ pointer: true })}
      onPointerLeave={() => reportInside({ pointer: false })}
      onFocus={(event) => {
        reportInside({ focus: true });
        if (event.currentTarget.contains(event.target)) setFocused(itemKeyOf(event.target));
        focus.onFocus(event);
      }}
      onBlur={() => reportInside({ focus: false })}
    >
      <ul
        className={styles.canvas}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => {
          select.onKeyDown(event);
          if (!event.defaultPrevented) focus.onKeyDown(event);
        }}
      >
        {drawn.map(({ index, start }) => {
          const row = rows.at(index);
          if (row === undefined) return null;
          return (
            <li
              key={row.key}
              data-item={row.key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={classNames(styles.row, row.kind === 'job' && selection?.active === true && styles.selecting)}
              data-selected={row.kind === 'job' && selection?.selected.includes(row.key) === true ? '' : undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClickCapture={row.kind === 'job' ? (event) => select.onClick(event, row.key) : undefined}
            >
              {row.kind === 'group' && isFolded(row.group) && foldOf(row.group) !== undefined ? (
                <h2 className={styles.group}>
                  <FoldedHeading
                    group={row.group}
                    open
                    count={row.count}
                    onOpenChange={foldOf(row.group) ?? ignored}
                    toggledRef={toggledRef}
                  />
                  <GroupSelection rows={rows} group={row.group} selection={selection} />
                </h2>
              ) : row.kind === 'group' ? (
                <h2 className={styles.group}>
                  {row.group === 'pinned' && <Icon glyph={Pin} size={12} className={styles.groupGlyph} />}
                  {t(`jobs.group.${row.name}`)}
                  {row.group !== 'pinned' && <span className={styles.count}>{formatNumber(row.count)}</span>}
                  <GroupSelection rows={rows} group={row.group} selection={selection} />
                </h2>
              ) : (
                <>
                  <PartBoundary fallback={brokenRow}>
                    {renderJob(row.key, { tabIndex: row.key === focus.tabStop ? 0 : -1 })}
                  </PartBoundary>
                  {/* Placed after the card, which takes the focus of the row. */}
                  {selection?.active === true && selection.canSelect(row.key) && (
                    <span className={styles.pick}>
                      <BareCheckbox
                        label={selection.labelOf(row.key)}
                        tabIndex={-1}
                        checked={selection.selected.includes(row.key)}
                        onChange={() => select.toggle(row.key)}
                      />
                    </span>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
});

interface GroupSelectionProps {
  rows: GroupedRows;
  group: JobGroup;
  selection: RowSelection | undefined;
}

/** Button at the end of a heading: begins a selection, then selects the whole group. */
function GroupSelection({ rows, group, selection }: GroupSelectionProps) {
  const { t } = useTranslation();
  if (selection === undefined || group === 'pinned' || group === 'snoozed') return null;
  if (!selection.active)
    return (
      <span className={styles.groupSelection}>
        <IconButton size="small" glyph={ListChecks} label={t('qualification.bulk.start')} onClick={selection.onBegin} />
      </span>
    );
  const keys = keysOfGroup(rows, group, selection.canSelect);
  const count = keys.filter((key) => selection.selected.includes(key)).length;
  return (
    <span className={styles.groupSelection}>
      <BareCheckbox
        label={t('qualification.bulk.selectGroup')}
        checked={count > 0 && count < keys.length ? 'mixed' : count > 0}
        onChange={() => selection.onChange(withGroup(keys, selection.selected))}
      />
    </span>
  );
}

interface ShownRows {
  rows: GroupedRows;
  selected: string | null;
  arrangement: string;
}

/**
 * Keeps the open attendance in view: when another one is opened, and when its row gets another place, for example after an answer. A row that the agent
 * scrolled away stays away. The list begins at the top when the agent chooses other filters or another order.
 */
function useKeptInView(
  scroller: RefObject<HTMLElement | null>,
  { rows, selected, arrangement }: ShownRows,
  scrollTo: (top: number) => void,
): void {
  const scroll = useEffectEvent(scrollTo);
  const topToShow = useEffectEvent((index: number, element: HTMLElement) => topThatShows(rows, index, element));
  const before = useRef<{ selected: string; top: number } | null>(null);
  const arranged = useRef(arrangement);
  const index = selected === null ? -1 : indexOfJob(rows, selected);
  const top = index < 0 ? -1 : topOf(rows, index);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = selected === null || index < 0 ? null : { selected, top };
    const isArrangedAnew = arranged.current !== arrangement;
    arranged.current = arrangement;
    const element = scroller.current;
    if (element === null) return;
    if (isArrangedAnew) {
      scroll(0);
      return;
    }
    if (index < 0 || (last?.selected === selected && last?.top === top)) return;
    const isInView = (of: number): boolean =>
      of + jobPitch > element.scrollTop && of < element.scrollTop + element.clientHeight;
    const wasAway = last !== null && last.selected === selected && !isInView(last.top);
    const wanted = wasAway ? undefined : topToShow(index, element);
    if (wanted !== undefined) scroll(wanted);
  }, [scroller, selected, index, top, arrangement]);
}

/**
 * The scroll offset that brings the row into view; undefined if it is in view. The first visible row is always whole: half a row below the header
 * looks like a broken list.
 */
function topThatShows(
  rows: GroupedRows,
  index: number,
  { scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>,
): number | undefined {
  const top = topOf(rows, index);
  const end = top + jobPitch;
  // The first row of a group is shown with the heading of the group.
  if (top < scrollTop) return rows.isHeading(index - 1) ? top - groupPitch : top;
  if (end <= scrollTop + clientHeight) return undefined;
  let first = 0;
  while (first < index && topOf(rows, first) < end + listEnd - clientHeight) first += 1;
  return topOf(rows, first);
}

function topOf(rows: GroupedRows, index: number): number {
  let headings = 0;
  for (let above = 0; above < index; above += 1) if (rows.isHeading(above)) headings += 1;
  return headings * groupPitch + (index - headings) * jobPitch;
}

/** Freezes the order from pointerdown until after the click: a row that moved in between would miss the click. */
function useFrozenWhilePressed(current: GroupedRows): { rows: GroupedRows; freeze: () => void } {
  const [frozen, setFrozen] = useState<GroupedRows | null>(null);
  const rows = frozen ?? current;
  const freeze = (): void => {
    setFrozen(rows);
    const ends = ['pointerup', 'pointercancel'];
    const release = (): void => {
      for (const end of ends) window.removeEventListener(end, release);
      setTimeout(() => setFrozen(null));
    };
    for (const end of ends) window.addEventListener(end, release);
  };
  return { rows, freeze };
}

function indexOfJob(rows: GroupedRows, key: string): number {
  let index = rows.length - 1;
  while (index >= 0 && jobAt(rows, index) !== key) index -= 1;
  return index;
}

function jobAt(rows: GroupedRows, index: number): string | null {
  const row = rows.at(index);
  return row?.kind === 'job' ? row.key : null;
}

function ignored(): void {
  // A group that cannot be closed.
}
