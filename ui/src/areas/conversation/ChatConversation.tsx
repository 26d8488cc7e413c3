// The workspace of a web chat: the conversation with the chats that its contact had before, its transfer, and beside it the search, which finds what is in the
// thread.
import { useTranslation } from '../../i18n/useTranslation';
import { useShortcut } from '../../shared/shortcuts';
import type { ComposerTools } from './composer/ComposerContainer';
import { ConversationPage, type ConversationPageProps } from './ConversationPage';
import { SearchPart } from './SearchPart';
import { searchTool } from './searchTool';
import { useDrawer } from './useDrawer';
import { useEarlierMessageList } from './useEarlierMessageList';
import { useSearchTarget } from './useSearchTarget';
import { useTransfer } from './useTransfer';

/** A chat has no templates. */
const filesAndAnswers: ComposerTools = { onOpenTemplates: undefined };

export function ChatConversation(props: ConversationPageProps) {
  const { t } = useTranslation();
  const earlier = useEarlierMessageList(props.protocol, props.job);
  const search = useSearchTarget(earlier);
  const drawer = useDrawer<'search'>(props, () => search.choose(undefined));
  const isOpen = drawer.open === 'search';
  const transfer = useTransfer(props.protocol, props.job);
  const toggle = (): void => drawer.toggle('search');
  useShortcut('searchConversation', toggle);
  return (
    <>
      <ConversationPage
        {...props}
        parts={{
          tools: [searchTool(t, isOpen, toggle)],
          menu: transfer.entries,
          ...(props.job.registered ? { earlier } : {}),
          target: search.target,
          hasDrawer: isOpen,
          compose: filesAndAnswers,
        }}
      />
      {transfer.dialog}
      {isOpen && (
        <SearchPart
          protocol={props.protocol}
          job={props.job}
          current={search.current}
          opening={search.opening}
          onOpen={(message) => {
            search.choose(message);
            drawer.uncover();
          }}
          onClose={drawer.close}
        />
      )}
    </>
  );
}
