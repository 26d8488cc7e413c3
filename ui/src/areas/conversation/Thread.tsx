// The virtualised messages of one conversation. It stays at the end if the agent is there, and never moves an agent who scrolled up; a pill counts the
// new messages below. The Announcer announces new messages, not this log. Mount it with the protocol as its React key.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import type { IndexedList } from '../../core/indexedList';
import { SkeletonThread, usePlaceholder } from '../../design/Skeleton';
import { overscanOf } from '../../design/virtualRows';
import { TypingBubble, type TypingCustomer } from './TypingBubble';
import styles from './Thread.module.css';

export interface ThreadProps {
  /** The name of the log, for example "Mensagens de Mariana Albuquerque". */
  label: string;
  /** Stable local ids, oldest first. */
  messages: IndexedList<string>;
  renderMessage: (id: string, index: number) => ReactNode;
  /** The customer, while they type. */
  typing?: TypingCustomer | undefined;
  state: 'loading' | 'ready' | 'failed';
  onRetry: () => void;
  /** The stored scroll position; null is the end. */
  initialScrollTop: number | null;
  onScrollTopChange: (scrollTop: number | null) => void;
  /** A new value scrolls to the end: the agent sent a message. */
  endSignal?: number | undefined;
}

const estimatedMessage = 48;
const nearEnd = 48;
const padding = { start: 16, end: 12 };

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
  endSignal = 0,
}: ThreadProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedMessage,
    getItemKey: useCallback((index: number) => messages.at(index) ?? index, [messages]),
    overscan: overscanOf(messages.length),
    paddingStart: padding.start,
    paddingEnd: padding.end,
  });
  const canvas = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(initialScrollTop === null);
  const pendingRestore = useRef(initialScrollTop);
  const [missed, setMissed] = useState(0);
  const [awayFromEnd, setAwayFromEnd] = useState(initialScrollTop !== null);

  const totalSize = virtualizer.getTotalSize();

  const isEmpty = messages.length === 0 && typing === undefined;

  const toEnd = (): void => {
    const element = scroller.current;
    if (element === null) return;
    isAtEnd.current = true;
    pendingRestore.current = null;
    element.scrollTop = element.scrollHeight;
    setMissed(0);
    setAwayFromEnd(false);
  };

  // Messages after the last known one count as missed; messages before the first one must not move the scroll position.
  const edges = useRef({ first: messages.at(0), last: messages.at(messages.length - 1), size: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    const previous = edges.current;
    edges.current = {
      first: messages.at(0),
      last: messages.at(messages.length - 1),
      size: canvas.current?.offsetHeight ?? 0,
    };
    if (element === null || isAtEnd.current) return;
    if (previous.last !== undefined && edges.current.last !== previous.last) {
      const added = distanceFromEnd(messages, previous.last);
      setMissed((count) => count + added);
    }
    if (
      previous.first !== undefined &&
      edges.current.first !== previous.first &&
      edges.current.last === previous.last
    ) {
      element.scrollTop += edges.current.size - previous.size;
    }
  }, [messages, totalSize]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (pendingRestore.current !== null) element.scrollTop = pendingRestore.current;
  }, [messages, totalSize, typing]);

  const isFirstSignal = useRef(true);
  useLayoutEffect(() => {
    if (isFirstSignal.current) isFirstSignal.current = false;
    else toEnd();
  }, [endSignal]);

  // The composer resizes the log, an unfolded text its content: keep the end in view if it was, or if everything fits.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
      else if (element.scrollHeight <= element.clientHeight) toEnd();
    });
    observer.observe(element);
    if (canvas.current !== null) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [isEmpty]);

  const follow = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    isAtEnd.current = atEnd;
    setAwayFromEnd(!atEnd);
    if (atEnd) setMissed(0);
    if (pendingRestore.current !== null && Math.abs(element.scrollTop - pendingRestore.current) < 1)
      pendingRestore.current = null;
    onScrollTopChange(atEnd ? null : element.scrollTop);
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
      >
        {isEmpty ? (
          <EmptyState glyph={MessagesSquare} title={t('chat.thread.empty')} />
        ) : (
          <div ref={canvas} className={styles.canvas} style={{ height: totalSize }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const id = messages.at(index);
              if (id === undefined) return null;
              return (
                <div
                  key={id}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.row}
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

/** How many messages follow the given one. */
function distanceFromEnd(messages: IndexedList<string>, id: string): number {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    if (messages.at(index) === id) return messages.length - 1 - index;
  }
  return 0;
}
