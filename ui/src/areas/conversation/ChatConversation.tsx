// The workspace of a web chat: the conversation, and beside it the search. The core has the whole thread, so there are no earlier messages to load.
import type { EarlierMessages } from './ConversationPage';
import { useTranslation } from '../../i18n/useTranslation';
import { useShortcut } from '../../shared/shortcuts';
import type { ComposerTools } from './ComposerContainer';
import { ConversationPage, type ConversationPageProps } from './ConversationPage';
import { SearchPart } from './SearchPart';
import { searchTool } from './searchTool';
import { useDrawer } from './useDrawer';
import { useSearchTarget } from './useSearchTarget';

/** A chat has no templates. */
const filesAndAnswers: ComposerTools = { onOpenTemplates: undefined };
const nothingEarlier: EarlierMessages = { messages: new Map(), state: 'complete', onLoad: () => undefined };

export function ChatConversation(props: ConversationPageProps) {
  const { t } = useTranslation();
  const search = useSearchTarget(nothingEarlier);
  const drawer = useDrawer<'search'>(props, () => search.choose(undefined));
  const isOpen = drawer.open === 'search';
  const toggle = (): void => drawer.toggle('search');
  useShortcut('searchConversation', toggle);
  return (
    <>
      <ConversationPage
        {...props}
        parts={{
          tools: [searchTool(t, isOpen, toggle)],
          target: search.target,
          hasDrawer: isOpen,
          compose: filesAndAnswers,
        }}
      />
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
