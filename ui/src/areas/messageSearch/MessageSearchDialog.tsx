// The search over the messages and internal notes of all conversations (BEY-162): field, results with the words marked, and further portions while the
// agent scrolls. A result opens its conversation at the message.
import type { ExcerptPart } from 'core-wasm';
import { MessageSquareText } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import type { ChannelName } from '../channels/channels';
import { MessageSearch, type SearchPhase } from '../conversation/MessageSearch';
import type { MoreState } from '../conversation/MoreItems';
import styles from './MessageSearchDialog.module.css';

export interface FoundText {
  /** Key that is unique in the list. */
  id: string;
  /** Name of the customer. */
  name: string;
  initials: string;
  color: string;
  /** Channel; undefined for a channel that this version does not know. */
  channel: ChannelName | undefined;
  /** Displayed name of the writer. */
  author: string;
  /** Time in epoch milliseconds; servers may omit it. */
  time: number | undefined;
  excerpt: ReadonlyArray<Required<ExcerptPart>>;
}

export interface MessageSearchDialogProps {
  /** The searched text as typed. */
  text: string;
  phase: SearchPhase;
  /** Results, the latest message first; while a new text is searched, the results of the previous text. */
  results: ReadonlyArray<FoundText>;
  more: MoreState;
  onType: (text: string) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function MessageSearchDialog(props: MessageSearchDialogProps) {
  const { text, phase, results, more, onType, onMore, onOpen, onClose } = props;
  const { t } = useTranslation();
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
      <MessageSearch
        text={text}
        phase={phase}
        texts={{
          label: t('messageSearch.label'),
          placeholder: t('messageSearch.placeholder'),
          clear: t('messageSearch.clear'),
          results: t('messageSearch.results'),
          searching: t('messageSearch.searching'),
          empty: t('messageSearch.empty'),
          emptyHelp: t('messageSearch.emptyHelp'),
          tooShort: t('messageSearch.tooShort'),
          nothing: t('messageSearch.nothing', { text: text.trim() }),
          nothingHelp: t('messageSearch.nothingHelp'),
          failed: t('messageSearch.failed'),
          loadingMore: t('messageSearch.loadingMore'),
          moreFailed: t('messageSearch.moreFailed'),
          found: t('messageSearch.count', { count: results.length }),
        }}
        glyph={MessageSquareText}
        results={results}
        shown={({ name, initials, color, channel, author, time, excerpt }) => ({
          title: name,
          author,
          avatar: { initials, color },
          channel,
          time,
          excerpt,
        })}
        more={more}
        onType={onType}
        onMore={onMore}
        onOpen={onOpen}
        end={<UnsupportedItems list="foundMessages" />}
        listClassName={styles.results}
      />
    </Dialog>
  );
}
