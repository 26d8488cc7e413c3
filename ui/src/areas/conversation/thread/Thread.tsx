// The virtualised messages of one conversation. If the agent is at the end it follows new messages, and it never moves while the agent has scrolled
// up; a pill counts the new messages below, and earlier messages are loaded at the top. The Announcer announces new messages, not this log. Mount it
// with the protocol as its React key.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { useHasRested } from '../../../design/useHasRested';
import { EmptyState, ErrorState } from '../../../design/EmptyState';
import { Icon } from '../../../design/icons/Icon';
import type { IndexedList } from '../../../core/indexedList';
import { SkeletonThread, usePlaceholder } from '../../../design/Skeleton';
import { overscanOf, rangeWith } from '../../../design/virtualRows';
import type { ReadingPlace } from './scrollPosition';
import { ThreadTop, type ThreadHistory } from './ThreadTop';
import { TypingBubble, type TypingCustomer } from './TypingBubble';
import styles from './Thread.module.css';

export interface ThreadProps {
  /** The name of the log, for example "Mensagens de Mariana Albuquerque". */
  label: string;
  /** Stable local ids, oldest first. */
  messages: IndexedList<string>;
  renderMessage: (id: string, index: number) => ReactNode;
  /** Name of the customer, while the customer types. */
  typing?: TypingCustomer | undefined;
  state: 'loading' | 'ready' | 'failed';
  onRetry: () => void;
  /** The stored scroll position; null is the end. */
  initialScrollTop: number | null;
  onScrollTopChange: (scrollTop: number | null) => void;
  /**
   * The message that was at the top when this page last showed the thread; preferred to the position in pixels, which depends on estimated
   * heights.
   */
  initialPlace?: ReadingPlace | undefined;
  /** Undefined if the thread is at its end. */
  onPlaceChange?: ((place: ReadingPlace | undefined) => void) | undefined;
  /** The first message that the agent has not seen: the thread opens there, until the agent scrolls. */
  firstUnread?: string | undefined;
  /** The last message of which at least half is visible. */
  onViewed?: ((id: string) => void) | undefined;
  /** A new value scrolls to the end, because the agent sent a message. */
  endSignal?: number | undefined;
  /** Messages before the first one; undefined if the channel has none. */
  history?: ThreadHistory | undefined;
  /** A new object scrolls to this message and marks it. */
  target?: ThreadTarget | undefined;
}

export interface ThreadTarget {
  /** The id of one of `messages`. */
  id: string;
}

const estimatedMessage = 48;
/** Number of rows beyond the visible ones when the conversation opens. */
const drawnBeyondAtFirst = 2;
const nearEnd = 48;
/** Distance of the line "Novas mensagens" from the top of the log when the thread opens there. */
const aboveFirstUnread = 72;
/**
 * The position is kept for this long while heights are measured. Afterwards scrolling without a key or the pointer (a screen reader, the browser's
 * search) counts as the agent's scrolling, too.
 */
const settledMs = 1_000;
const padding = { start: 16, end: 12 };
/** The height of ThreadTop. */
const topHeight = 40;
/** Earlier messages are requested at this distance from the first one, in CSS pixels. */
const loadAhead = 300;

/**
 * The size of the log that was shown last. The next log renders its rows for this size at once, so that it need not render again after its own size
 * was measured: a measurement causes a layout of the page.
 */
let lastRect = { width: 720, height: 720 };

export function Thread(props: ThreadProps) {
  const { t } = useTranslation();
  const placeholder = usePlaceholder(props.state === 'loading');
  if (placeholder !== 'content') {
    return (
      <div className={styles.waiting} aria-busy="true">
        {placeholder === 'skeleton' && <SkeletonThread />}
      </div>
    );
  }
  if (props.state === 'failed') {
    return (
      <div className={styles.failed}>
        <ErrorState message={t('chat.thread.loadFailed')} onRetry={props.onRetry} />
      </div>
    );
  }
  return <Log {...props} />;
}

function Log({
  label,
  messages,
  renderMessage,
  typing,
  initialScrollTop,
  onScrollTopChange,
  initialPlace,
  onPlaceChange,
  firstUnread,
  onViewed,
  endSignal = 0,
  history,
  target,
}: ThreadProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  // The message with the focus stays rendered wherever the thread scrolls: an element that is removed loses the focus.
  const [focused, setFocused] = useState<string>();
  const focusedIndex = focused === undefined ? -1 : indexOf(messages, focused);
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedMessage,
    getItemKey: useCallback((index: number) => messages.at(index) ?? index, [messages]),
    overscan: useHasRested() ? overscanOf(messages.length) : drawnBeyondAtFirst,
    rangeExtractor: rangeWith(focusedIndex),
    paddingStart: padding.start + (history === undefined ? 0 : topHeight),
    paddingEnd: padding.end,
    initialRect: lastRect,
    // Rows outside the visible part at the top are left out. An index beyond the end means the end.
    initialOffset: offsetAtFirst(messages, initialScrollTop, initialPlace),
    // Messages added before the first one do not move the visible ones.
    anchorTo: 'end',
    scrollEndThreshold: nearEnd,
  });
  const canvas = useRef<HTMLDivElement>(null);
  const unreadPlace = firstUnread === undefined ? undefined : { id: firstUnread, offset: -aboveFirstUnread };
  const isAtEnd = useRef(initialScrollTop === null && unreadPlace === undefined);
  const pendingRestore = useRef(initialScrollTop);
  /** The place to scroll to. The scroll is repeated until the agent scrolls, because heights that are measured meanwhile move the message. */
  const pendingPlace = useRef(unreadPlace ?? (initialScrollTop === null ? undefined : initialPlace));
  const isReleased = useRef(false);
  const loadEarlier = (): void => {
    if (history?.state === 'more') history.onLoad();
  };

  // Nothing scrolls while the messages do not fill the log or the reader is at its top. Until the position is settled, the height above it is
  // unknown.
  const loadNearTop = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const isFilled = element.scrollHeight > element.clientHeight;
    if (!isFilled || (!isAtEnd.current && !pendingPlace.current && element.scrollTop < loadAhead)) loadEarlier();
  };
  const loadWhereNeeded = useEffectEvent(loadNearTop);
  const historyState = history?.state;
  // A short portion leaves the reader near the top. A request that is answered between two renders never appears as pending, but the list of messages
  // changes.
  useEffect(() => {
    if (historyState === 'more') loadWhereNeeded();
  }, [historyState, messages]);

  const release = (): void => {
    const wasPending = pendingPlace.current !== undefined;
    pendingPlace.current = undefined;
    isReleased.current = true;
    if (wasPending) loadNearTop();
  };
  const [missed, setMissed] = useState(0);
  const [awayFromEnd, setAwayFromEnd] = useState(initialScrollTop !== null);

  const totalSize = virtualizer.getTotalSize();

  const isEmpty = messages.length === 0 && typing === undefined;

  const toEnd = (): void => {
    const element = scroller.current;
    if (element === null) return;
    isAtEnd.current = true;
    pendingRestore.current = null;
    pendingPlace.current = undefined;
    element.scrollTop = element.scrollHeight;
    setMissed(0);
    setAwayFromEnd(false);
  };

  // Messages after the last known one count as missed.
  const lastKnown = useRef(messages.at(messages.length - 1));
  useLayoutEffect(() => {
    const previous = lastKnown.current;
    const last = messages.at(messages.length - 1);
    lastKnown.current = last;
    if (isAtEnd.current || previous === undefined || last === previous) return;
    const added = distanceFromEnd(messages, previous);
    setMissed((count) => count + added);
  }, [messages]);

  useEffect(() => {
    const timer = window.setTimeout(() => {
      pendingPlace.current = undefined;
      loadWhereNeeded();
    }, settledMs);
    return () => window.clearTimeout(timer);
  }, [firstUnread]);

  const countUnread = useEffectEvent((first: string) => {
    const index = indexOf(messages, first);
    setMissed(index < 0 ? 0 : messages.length - index);
  });
  // The messages were loaded after the conversation had opened.
  useLayoutEffect(() => {
    if (firstUnread === undefined || isReleased.current) return;
    isAtEnd.current = false;
    pendingRestore.current = null;
    pendingPlace.current = { id: firstUnread, offset: -aboveFirstUnread };
    countUnread(firstUnread);
  }, [firstUnread]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const place = pendingPlace.current;
    const index = place === undefined ? -1 : indexOf(messages, place.id);
    const start = virtualizer.measurementsCache[index]?.start;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (place !== undefined && start !== undefined) element.scrollTop = start + place.offset;
    else if (pendingRestore.current !== null) element.scrollTop = pendingRestore.current;
  }, [virtualizer, messages, totalSize, typing]);

  const viewed = useRef<string>(undefined);
  const reportViewed = (): void => {
    const element = scroller.current;
    if (element === null || onViewed === undefined) return;
    const bottom = element.scrollTop + element.clientHeight;
    // For a message that is higher than the log, its last line is shown.
    const last = virtualizer
      .getVirtualItems()
      .filter(({ start, size }) => start + Math.max(size / 2, size - element.clientHeight / 2) <= bottom)
      .pop();
    const id = last === undefined ? undefined : messages.at(last.index);
    if (id === undefined || id === viewed.current) return;
    viewed.current = id;
    onViewed(id);
  };
  useLayoutEffect(reportViewed);

  const isFirstSignal = useRef(true);
  useLayoutEffect(() => {
    if (isFirstSignal.current) isFirstSignal.current = false;
    else toEnd();
  }, [endSignal]);

  const showTarget = useEffectEvent((id: string) => {
    const index = indexOf(messages, id);
    if (index < 0) return;
    isAtEnd.current = false;
    pendingRestore.current = null;
    pendingPlace.current = undefined;
    setAwayFromEnd(true);
    virtualizer.scrollToIndex(index, { align: 'center' });
  });
  useLayoutEffect(() => {
    if (target !== undefined) showTarget(target.id);
  }, [target]);

  // The composer resizes the log, an unfolded text its content: the end stays in view if it was visible, or if
  // everything fits.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      lastRect = { width: element.clientWidth, height: element.clientHeight };
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
      else if (element.scrollHeight <= element.clientHeight) toEnd();
      // Heights are estimates until a message is rendered: messages that seemed to fill the log may not fill it.
      if (element.scrollHeight <= element.clientHeight) loadWhereNeeded();
    });
    observer.observe(element);
    if (canvas.current !== null) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [isEmpty]);

  const reportPlace = (element: HTMLElement, atEnd: boolean): void => {
    const item = atEnd ? undefined : virtualizer.getVirtualItemForOffset(element.scrollTop);
    const id = item === undefined ? undefined : messages.at(item.index);
    onPlaceChange?.(
      id === undefined || item === undefined ? undefined : { id, offset: element.scrollTop - item.start },
    );
  };

  const lastTop = useRef(0);
  const follow = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    isAtEnd.current = atEnd;
    setAwayFromEnd(!atEnd);
    if (atEnd) setMissed(0);
    const movesUp = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    if (movesUp && element.scrollTop < loadAhead) loadEarlier();
    if (pendingRestore.current !== null && Math.abs(element.scrollTop - pendingRestore.current) < 1)
      pendingRestore.current = null;
    onScrollTopChange(atEnd ? null : element.scrollTop);
    if (pendingPlace.current === undefined) reportPlace(element, atEnd);
    reportViewed();
  };

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        id="message-log"
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={follow}
        onFocus={({ target, currentTarget }) => {
          if (currentTarget.contains(target))
            setFocused(target.closest<HTMLElement>('[data-message]')?.dataset.message);
        }}
        onPointerDown={release}
        onKeyDown={release}
        onTouchMove={release}
        // At the top nothing can be scrolled.
        onWheel={({ deltaY, currentTarget }) => {
          release();
          if (deltaY < 0 && currentTarget.scrollTop <= 0) loadEarlier();
        }}
      >
        {isEmpty ? (
          <>
            {history !== undefined && history.state !== 'complete' && <ThreadTop {...history} />}
            {history?.state !== 'loading' && <EmptyState glyph={MessagesSquare} title={t('chat.thread.empty')} />}
          </>
        ) : (
          <div ref={canvas} className={styles.canvas} style={{ height: totalSize }}>
            {history !== undefined && <ThreadTop {...history} />}
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const id = messages.at(index);
              if (id === undefined) return null;
              return (
                <div
                  key={id}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-message={id}
                  className={styles.row}
                  data-target={target?.id === id || undefined}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {renderMessage(id, index)}
                </div>
              );
            })}
          </div>
        )}
        {typing !== undefined && <TypingBubble {...typing} />}
      </div>
      {awayFromEnd && (
        <button
          type="button"
          className={styles.pill}
          onClick={toEnd}
          aria-label={missed > 0 ? t('chat.thread.toEndCount', { count: missed }) : t('chat.thread.toEnd')}
        >
          <Icon glyph={ArrowDown} size={14} className={styles.pillGlyph} />
          {t('chat.thread.toEnd')}
          {missed > 0 && <span className={styles.pillCount}>{missed}</span>}
        </button>
      )}
    </div>
  );
}

/** The initial offset, by which the right messages are rendered at once. */
function offsetAtFirst(
  messages: IndexedList<string>,
  scrollTop: number | null,
  place: ReadingPlace | undefined,
): number {
  if (scrollTop === null) return topHeight + messages.length * estimatedMessage;
  const index = place === undefined ? -1 : indexOf(messages, place.id);
  return index < 0 ? scrollTop : topHeight + index * estimatedMessage;
}

/** Number of messages after the given one; 0 if there is no such message. */
function distanceFromEnd(messages: IndexedList<string>, id: string): number {
  const index = indexOf(messages, id);
  return index < 0 ? 0 : messages.length - 1 - index;
}

/** Index of the message; -1 if there is no such message. */
function indexOf(messages: IndexedList<string>, id: string): number {
  let index = messages.length - 1;
  while (index >= 0 && messages.at(index) !== id) index -= 1;
  return index;
}
