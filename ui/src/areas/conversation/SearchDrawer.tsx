// The search in a conversation, beside the thread (WAP-063, BEY-060): field and results, of which further portions are
// loaded while the agent scrolls; a result opens its message in the thread.
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Drawer } from '../../design/Drawer';
import { Spinner } from '../../design/Spinner';
import { excerpt, highlighted } from '../../i18n/highlight';
import { MessageSearch, type SearchPhase } from './MessageSearch';
import type { MoreState } from './MoreItems';
import styles from './SearchDrawer.module.css';

export interface SearchResult {
  /** Identifier, unique in the list. */
  id: string;
  author: string;
  /** The kind of the message's file; empty for a text. */
  medium: string;
  text: string;
  /** Time of the message in epoch milliseconds; servers may omit it. */
  time: number | undefined;
}

/** "shown" in the thread; "gone": the conversation no longer contains the message. */
export type SearchOpening = { state: 'none' | 'shown' | 'loading' | 'gone' } | { state: 'failed'; onRetry: () => void };

export interface SearchDrawerProps {
  /** The text of the last search; the field begins with it. */
  searched: string;
  searching: boolean;
  /** Results, newest first; they belong to `searched`. */
  results: ReadonlyArray<SearchResult>;
  /** The state of the list's end. */
  more: MoreState;
  /** The result whose message is shown in the thread. */
  current: string | undefined;
  /** Whether the message of `current` was found and opened. */
  opening: SearchOpening;
  onSearch: (text: string) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Estimated height: three lines of the drawer. */
const excerptLength = 140;

export function SearchDrawer(props: SearchDrawerProps) {
  const { searched, results, more, current, onSearch, onMore, onOpen, onClose } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(searched);
  return (
    <Drawer title={t('search.title')} glyph={Search} onClose={onClose}>
      <MessageSearch
        text={text}
        phase={phaseOf(props)}
        texts={{
          label: t('search.label'),
          placeholder: t('search.placeholder'),
          clear: t('search.clear'),
          results: t('search.results'),
          searching: t('search.searching'),
          empty: t('search.empty'),
          nothing: t('search.nothing', { text: searched }),
          failed: t('search.searchFailed'),
          loadingMore: t('search.loadingMore'),
          moreFailed: t('search.moreFailed'),
          found: t('search.count', { count: results.length }),
        }}
        results={results}
        shown={({ author, medium, text: found, time }) => ({
          title: author,
          time,
          excerpt: [
            ...(medium === '' ? [] : [{ text: `${medium} · `, found: false }]),
            ...highlighted(excerpt(found, searched, excerptLength), searched),
          ],
        })}
        more={more}
        current={current}
        onType={(next) => {
          setText(next);
          onSearch(next);
        }}
        onMore={onMore}
        onOpen={onOpen}
        fieldClassName={styles.field}
        listClassName={styles.results}
      />
      <Opening opening={props.opening} />
    </Drawer>
  );
}

function phaseOf({ searched, searching, results, more }: SearchDrawerProps): SearchPhase {
  if (searching) return 'searching';
  if (searched === '') return 'empty';
  if (results.length > 0) return 'found';
  return more === 'failed' ? 'failed' : 'nothing';
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
