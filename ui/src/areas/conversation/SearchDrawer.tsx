// The search in a conversation, beside the thread (WAP-063, BEY-060): field and results, of which further portions are
// loaded while the agent scrolls; a result opens its message in the thread.
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { Drawer } from '../../design/Drawer';
import { EmptyState } from '../../design/EmptyState';
import { SearchField } from '../../design/SearchField';
import { Spinner } from '../../design/Spinner';
import { useRovingFocus } from '../../design/useRovingFocus';
import { formatFull, formatListTime } from '../../i18n/format';
import { excerpt, highlighted } from '../../i18n/highlight';
import { useLanguage } from '../../i18n/text';
import { MoreItems, useMoreOnScroll, type MoreState } from './MoreItems';
import styles from './SearchDrawer.module.css';
import { isComposing } from '../../design/isComposing';

export interface SearchResult {
  /** Unique in the list. */
  id: string;
  author: string;
  /** The kind of its file; empty for a text. */
  medium: string;
  text: string;
  /** Epoch milliseconds; servers may omit it. */
  time: number | undefined;
}

/** "shown" in the thread; "gone": the conversation does not contain the message any more. */
export type SearchOpening = { state: 'none' | 'shown' | 'loading' | 'gone' } | { state: 'failed'; onRetry: () => void };

export interface SearchDrawerProps {
  /** The text of the last search; the field begins with it. */
  searched: string;
  searching: boolean;
  /** Newest first; they belong to `searched`. */
  results: ReadonlyArray<SearchResult>;
  /** What follows the results. */
  more: MoreState;
  /** The result whose message is shown in the thread. */
  current: string | undefined;
  /** What became of the message of `current`. */
  opening: SearchOpening;
  onSearch: (text: string) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Three lines of the drawer. */
const excerptLength = 140;

export function SearchDrawer(props: SearchDrawerProps) {
  const { searched, searching, results, more, current, onSearch, onMore, onOpen, onClose } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(searched);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const change = (next: string): void => {
    setText(next);
    onSearch(next);
  };
  const roving = useRovingFocus(list, {
    count: results.length,
    keyAt: (index) => results[index]?.id ?? null,
    preferred: current ?? null,
  });
  const isDone = searched !== '' && !searching;
  const count = results.length;
  const panel = useRef<HTMLDivElement>(null);
  const onScroll = useMoreOnScroll(panel, count, isDone && count > 0 && more === 'more' ? onMore : undefined);
  useEffect(() => {
    if (isDone) announce(t('search.count', { count }));
  }, [isDone, searched, count, t]);
  // The field has the focus: what the agent types replaces the text of the last search.
  useEffect(() => field.current?.select(), []);
  const clear = (): void => {
    change('');
    field.current?.focus();
  };
  return (
    <Drawer title={t('search.title')} glyph={Search} onClose={onClose}>
      <div className={styles.field}>
        <SearchField
          ref={field}
          autoFocus
          label={t('search.label')}
          clearLabel={t('search.clear')}
          placeholder={t('search.placeholder')}
          value={text}
          onChange={change}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            const [first] = results;
            if (event.key === 'Enter' && first !== undefined) onOpen(first.id);
            else if (event.key === 'ArrowDown' && first !== undefined) roving.focusAt(0);
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <div ref={panel} className={styles.results} aria-busy={searching || more === 'loading'} onScroll={onScroll}>
        {searched === '' && <EmptyState glyph={Search} title={t('search.empty')} />}
        {searching && (
          <p className={styles.searching} role="status">
            <Spinner /> {t('search.searching')}
          </p>
        )}
        {isDone && count === 0 && (
          <EmptyState
            glyph={Search}
            title={t('search.nothing', { text: searched })}
            action={<Button onClick={clear}>{t('search.clear')}</Button>}
          />
        )}
        {count > 0 && (
          <ol
            ref={list}
            className={styles.list}
            aria-label={t('search.results')}
            onKeyDown={roving.onKeyDown}
            onFocus={roving.onFocus}
          >
            {results.map((result) => (
              <li key={result.id} data-item={result.id}>
                <button
                  type="button"
                  className={styles.result}
                  tabIndex={roving.tabStop === result.id ? 0 : -1}
                  aria-current={current === result.id || undefined}
                  onClick={() => onOpen(result.id)}
                >
                  <Result result={result} searched={searched} />
                </button>
              </li>
            ))}
          </ol>
        )}
        {isDone && (
          <MoreItems state={more} loading={t('search.loadingMore')} failed={t('search.moreFailed')} onMore={onMore} />
        )}
      </div>
      <Opening opening={props.opening} />
    </Drawer>
  );
}

function Opening({ opening }: { opening: SearchOpening }) {
  const { t } = useTranslation();
  if (opening.state === 'none' || opening.state === 'shown') return null;
  return (
    <div className={styles.opening} role="status">
      {opening.state === 'loading' && <Spinner />}
      <span className={styles.openingText}>{t(`search.${opening.state}`)}</span>
      {opening.state === 'failed' && (
        <Button size="small" onClick={opening.onRetry}>
          {t('shell.error.retry')}
        </Button>
      )}
    </div>
  );
}

function Result({ result, searched }: { result: SearchResult; searched: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { author, medium, text, time } = result;
  return (
    <>
      <span className={styles.meta}>
        <b className={styles.author}>
          <bdi>{author}</bdi>
        </b>
        {time !== undefined && (
          <span className={styles.time} title={formatFull(time)}>
            {formatListTime(time, today, language, t)}
          </span>
        )}
      </span>
      <span dir="auto" className={styles.text}>
        {medium !== '' && `${medium} · `}
        {highlighted(excerpt(text, searched, excerptLength), searched).map((part, index) =>
          part.found ? (
            <mark key={index} className={styles.mark}>
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
    </>
  );
}
