// The search over the messages and internal notes of all conversations (BEY-162): field, results with the words marked, and further portions while the
// agent scrolls. A result opens its conversation at the message.
import type { ExcerptPart } from 'core-wasm';
import { MessageSquareText } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { announce } from '../../design/Announcer';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { isComposing } from '../../design/isComposing';
import { SearchField } from '../../design/SearchField';
import { Spinner } from '../../design/Spinner';
import { useRovingFocus } from '../../design/useRovingFocus';
import { formatFull, formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { MoreItems, useMoreOnScroll, type MoreState } from '../conversation/MoreItems';
import styles from './MessageSearchDialog.module.css';

export interface FoundText {
  /** Unique in the list. */
  id: string;
  /** The customer. */
  name: string;
  initials: string;
  color: string;
  /** Undefined for one that this version does not know. */
  channel: ChannelName | undefined;
  /** Who wrote it, as shown. */
  author: string;
  /** Epoch milliseconds; servers may omit it. */
  time: number | undefined;
  excerpt: ReadonlyArray<Required<ExcerptPart>>;
}

export interface MessageSearchDialogProps {
  /** As typed. */
  text: string;
  phase: 'empty' | 'tooShort' | 'searching' | 'found' | 'nothing' | 'failed';
  /** The last message first; while another text is searched those of the text before. */
  results: ReadonlyArray<FoundText>;
  more: MoreState;
  onType: (text: string) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function MessageSearchDialog(props: MessageSearchDialogProps) {
  const { t } = useTranslation();
  const { onClose } = props;
  return (
    <Dialog
      open
      wide
      glyph={MessageSquareText}
      title={t('messageSearch.title')}
      onClose={onClose}
      footer={
        <Button tone="ghost" onClick={onClose}>
          {t('messageSearch.close')}
        </Button>
      }
    >
      <Search {...props} />
    </Dialog>
  );
}

/** Inside of the dialog, which draws its content later than itself. */
function Search(props: MessageSearchDialogProps) {
  const { text, phase, results, more, onType, onMore, onOpen } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const count = results.length;
  const roving = useRovingFocus(list, { count, keyAt: (index) => results[index]?.id ?? null });
  const onScroll = useMoreOnScroll(panel, count, phase === 'found' && more === 'more' ? onMore : undefined);
  const sayOutcome = useEffectEvent(() => {
    if (phase === 'found') announce(t('messageSearch.count', { count }));
    else if (phase === 'nothing') announce(t('messageSearch.nothing', { text: text.trim() }));
  });
  // Each portion is announced, not each letter.
  useEffect(() => sayOutcome(), [phase, count]);
  // What the agent types replaces the text of the last search.
  useEffect(() => field.current?.select(), []);
  const clear = (): void => {
    onType('');
    field.current?.focus();
  };
  return (
    <>
      <SearchField
        ref={field}
        autoFocus
        label={t('messageSearch.label')}
        clearLabel={t('messageSearch.clear')}
        placeholder={t('messageSearch.placeholder')}
        value={text}
        onChange={onType}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const [first] = results;
          if (event.key === 'Enter' && first !== undefined && phase === 'found') onOpen(first.id);
          else if (event.key === 'ArrowDown' && first !== undefined) roving.focusAt(0);
          else return;
          event.preventDefault();
        }}
      />
      <div
        ref={panel}
        className={styles.results}
        aria-busy={phase === 'searching' || more === 'loading'}
        onScroll={onScroll}
      >
        <Outcome {...props} onClear={clear} />
        {count > 0 && (phase === 'found' || phase === 'searching') && (
          <ol
            ref={list}
            className={styles.list}
            aria-label={t('messageSearch.results')}
            onKeyDown={(event) => {
              // Above the first result is the field.
              if (event.key === 'ArrowUp' && roving.tabStop === results[0]?.id) {
                event.preventDefault();
                field.current?.focus();
              } else roving.onKeyDown(event);
            }}
            onFocus={roving.onFocus}
          >
            {results.map((result) => (
              <li key={result.id} data-item={result.id}>
                <button
                  type="button"
                  className={styles.result}
                  data-ch={result.channel ?? 'other'}
                  tabIndex={roving.tabStop === result.id ? 0 : -1}
                  onClick={() => onOpen(result.id)}
                >
                  <Result result={result} />
                </button>
              </li>
            ))}
          </ol>
        )}
        {phase === 'found' && (
          <MoreItems
            state={more}
            loading={t('messageSearch.loadingMore')}
            failed={t('messageSearch.moreFailed')}
            onMore={onMore}
          />
        )}
        <UnsupportedItems list="foundMessages" />
      </div>
    </>
  );
}

function Outcome({ phase, text, onMore, onClear }: MessageSearchDialogProps & { onClear: () => void }) {
  const { t } = useTranslation();
  switch (phase) {
    case 'empty':
      return (
        <EmptyState glyph={MessageSquareText} title={t('messageSearch.empty')} help={t('messageSearch.emptyHelp')} />
      );
    case 'tooShort':
      return <EmptyState glyph={MessageSquareText} title={t('messageSearch.tooShort')} />;
    case 'searching':
      return (
        <p className={styles.searching} role="status">
          <Spinner /> {t('messageSearch.searching')}
        </p>
      );
    case 'nothing':
      return (
        <EmptyState
          glyph={MessageSquareText}
          title={t('messageSearch.nothing', { text: text.trim() })}
          help={t('messageSearch.nothingHelp')}
          action={<Button onClick={onClear}>{t('messageSearch.clear')}</Button>}
        />
      );
    case 'failed':
      return <ErrorState message={t('messageSearch.failed')} onRetry={onMore} />;
    case 'found':
      return null;
  }
}

function Result({ result }: { result: FoundText }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { name, initials, color, channel, author, time, excerpt } = result;
  return (
    <>
      <Avatar
        initials={initials}
        color={color}
        size={34}
        badge={channel === undefined ? undefined : channelGlyph[channel]}
        className={styles.avatar}
      />
      <span className={styles.words}>
        <span className={styles.meta}>
          <b className={styles.name}>
            <bdi>{name}</bdi>
          </b>
          {time !== undefined && (
            <span className={styles.time} title={formatFull(time)}>
              {formatListTime(time, today, language, t)}
            </span>
          )}
        </span>
        <span className={styles.author}>
          {channel !== undefined && `${t(`channels.name.${channel}`)} · `}
          <bdi>{author}</bdi>
        </span>
        <span dir="auto" className={styles.text}>
          {excerpt.map((part, index) =>
            part.found ? (
              <mark key={index} className={styles.mark}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </span>
      </span>
    </>
  );
}
