// The search field with the list of messages that were found: the search in one conversation and the search over all of them show the same list
// (WAP-063, BEY-162). Only the visible results of a long list are drawn; the next portion is loaded near the end.
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import type { Glyph } from '../../design/icons/Icon';
import { isComposing } from '../../design/isComposing';
import { SearchField } from '../../design/SearchField';
import { Spinner } from '../../design/Spinner';
import { itemKeyOf, useRovingFocus } from '../../design/useRovingFocus';
import { overscanOf, rangeWith } from '../../design/virtualRows';
import { FoundMessage, type FoundMessageProps } from './FoundMessage';
import styles from './MessageSearch.module.css';
import { MoreItems, useMoreOnScroll, type MoreState } from './MoreItems';

/** "found" has results; while another text is searched, the results of the previous text are still shown. */
export type SearchPhase = 'empty' | 'tooShort' | 'searching' | 'found' | 'nothing' | 'failed';

/** The sentences of one of the two searches; each comes from the text bundle of its part. */
export interface MessageSearchTexts {
  label: string;
  placeholder: string;
  clear: string;
  results: string;
  searching: string;
  empty: string;
  emptyHelp?: string;
  tooShort?: string;
  nothing: string;
  nothingHelp?: string;
  failed: string;
  loadingMore: string;
  moreFailed: string;
  /** Text that is announced for each portion. */
  found: string;
}

export interface MessageSearchProps<Row extends { id: string }> {
  text: string;
  phase: SearchPhase;
  texts: MessageSearchTexts;
  glyph?: Glyph;
  results: ReadonlyArray<Row>;
  /** The content of a result; called only for rendered results. */
  shown: (row: Row) => FoundMessageProps;
  /** The state of the list's end. */
  more: MoreState;
  /** The result whose message is open. */
  current?: string | undefined;
  onType: (text: string) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  /** At the end of the list. */
  end?: ReactNode;
  fieldClassName?: string | undefined;
  listClassName?: string | undefined;
}

/** Estimated height: two lines of text. A result is measured when it is rendered. */
const estimatedHeight = 72;

export function MessageSearch<Row extends { id: string }>(props: MessageSearchProps<Row>) {
  const { text, phase, texts, results, more, onType, onMore, onOpen } = props;
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The rows need the element that scrolls in their own first layout effect, when a ref of their parent is still empty.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setScroller(panel.current), []);
  const list = useRef<ResultsControl | null>(null);
  const count = results.length;
  const onScroll = useMoreOnScroll(panel, count, phase === 'found' && more === 'more' ? onMore : undefined);
  const sayOutcome = useEffectEvent(() => {
    if (phase === 'found') announce(texts.found);
    else if (phase === 'nothing') announce(texts.nothing);
    else if (phase === 'failed') announce(texts.failed, 'assertive');
  });
  // Each portion is announced, not each letter.
  useEffect(() => sayOutcome(), [phase, count]);
  // A typed text replaces the text of the last search.
  useEffect(() => field.current?.select(), []);
  const clear = (): void => {
    onType('');
    field.current?.focus();
  };
  return (
    <>
      <div className={classNames(styles.field, props.fieldClassName)}>
        <SearchField
          ref={field}
          autoFocus
          label={texts.label}
          clearLabel={texts.clear}
          placeholder={texts.placeholder}
          value={text}
          onChange={onType}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            const [first] = results;
            if (event.key === 'Enter' && first !== undefined && phase === 'found') onOpen(first.id);
            else if (event.key === 'ArrowDown' && first !== undefined) list.current?.focusFirst();
            else return;
            event.preventDefault();
          }}
        />
      </div>
      {phase === 'searching' && (
        <p className={styles.searching} role="status">
          <Spinner /> {texts.searching}
        </p>
      )}
      <div
        ref={panel}
        className={classNames(styles.results, props.listClassName)}
        aria-busy={phase === 'searching' || more === 'loading'}
        onScroll={onScroll}
      >
        <Outcome {...props} onClear={clear} />
        {scroller !== null && count > 0 && (phase === 'found' || phase === 'searching') && (
          <Results {...props} scroller={scroller} controlRef={list} onLeaveTop={() => field.current?.focus()} />
        )}
        {phase === 'found' && (
          <MoreItems state={more} loading={texts.loadingMore} failed={texts.moreFailed} onMore={onMore} />
        )}
        {props.end}
      </div>
    </>
  );
}

interface OutcomeProps extends Pick<
  MessageSearchProps<{ id: string }>,
  'phase' | 'texts' | 'glyph' | 'results' | 'onMore'
> {
  onClear: () => void;
}

/** The content shown in place of the list. */
function Outcome({ phase, texts, glyph = Search, onMore, onClear }: OutcomeProps) {
  switch (phase) {
    case 'empty':
      return <EmptyState glyph={glyph} title={texts.empty} help={texts.emptyHelp} />;
    case 'tooShort':
      return <EmptyState glyph={glyph} title={texts.tooShort ?? texts.empty} />;
    case 'nothing':
      return (
        <EmptyState
          glyph={glyph}
          title={texts.nothing}
          help={texts.nothingHelp}
          action={<Button onClick={onClear}>{texts.clear}</Button>}
        />
      );
    case 'failed':
      return <ErrorState message={texts.failed} onRetry={onMore} />;
    case 'searching':
    case 'found':
      return null;
  }
}

interface ResultsControl {
  focusFirst: () => void;
}

interface ResultsProps<Row extends { id: string }> extends Pick<
  MessageSearchProps<Row>,
  'texts' | 'results' | 'shown' | 'current' | 'onOpen'
> {
  scroller: HTMLElement;
  controlRef: RefObject<ResultsControl | null>;
  /** Arrow up at the first result moves to the field above. */
  onLeaveTop: () => void;
}

function Results<Row extends { id: string }>(props: ResultsProps<Row>) {
  const { texts, results, shown, current, onOpen, scroller, controlRef, onLeaveTop } = props;
  const list = useRef<HTMLOListElement>(null);
  // The result with the focus stays rendered wherever the list scrolls: an element that is removed loses the focus.
  const [focused, setFocused] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: results.length,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => results[index]?.id ?? index,
    overscan: overscanOf(results.length),
    rangeExtractor: rangeWith(results.findIndex(({ id }) => id === focused)),
  });
  const drawn = virtualizer.getVirtualItems();
  const roving = useRovingFocus(list, {
    count: results.length,
    keyAt: (index) => results[index]?.id ?? null,
    preferred: current ?? null,
    drawn: drawn.map(({ index }) => index),
    reveal: (index) => virtualizer.scrollToIndex(index),
  });
  useLayoutEffect(() => {
    controlRef.current = { focusFirst: () => roving.focusAt(0) };
    return () => {
      controlRef.current = null;
    };
  });
  return (
    <ol
      ref={list}
      className={styles.list}
      style={{ height: virtualizer.getTotalSize() }}
      aria-label={texts.results}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp' && itemKeyOf(event.target) === results[0]?.id) {
          event.preventDefault();
          onLeaveTop();
        } else roving.onKeyDown(event);
      }}
      onFocus={(event) => {
        setFocused(itemKeyOf(event.target));
        roving.onFocus(event);
      }}
      onBlur={() => setFocused(null)}
    >
      {drawn.map(({ index, start }) => {
        const row = results[index];
        if (row === undefined) return null;
        const message = shown(row);
        return (
          <li
            key={row.id}
            ref={virtualizer.measureElement}
            data-index={index}
            data-item={row.id}
            aria-setsize={results.length}
            aria-posinset={index + 1}
            className={styles.row}
            style={{ transform: `translateY(${start}px)` }}
          >
            <button
              type="button"
              className={styles.result}
              data-ch={message.channel ?? 'other'}
              tabIndex={roving.tabStop === row.id ? 0 : -1}
              aria-current={current === row.id || undefined}
              onClick={() => onOpen(row.id)}
            >
              <FoundMessage {...message} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
