// The views that the agent can open beside a conversation's thread: search, files, earlier messages, and the
// transcript.
import { FileDown, Images } from 'lucide-react';
import type { FoundMessageView } from 'core-wasm';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { MenuEntry } from '../../design/Menu';
import { useShortcut } from '../../shared/shortcuts';
import type { HeaderTool } from '../conversation/ConversationHeader';
import type { ConversationPageProps, EarlierMessages } from '../conversation/ConversationPage';
import { searchTool } from '../conversation/searchTool';
import { useDrawer } from '../conversation/useDrawer';
import { useSearchTarget, type SearchTarget } from '../conversation/useSearchTarget';
import { useEarlierMessageList } from '../conversation/useEarlierMessageList';

export interface Reading {
  /** The open drawer. */
  drawer: 'search' | 'media' | undefined;
  onCloseDrawer: () => void;
  transcript: boolean;
  onCloseTranscript: () => void;
  earlier: EarlierMessages;
  search: SearchTarget;
  /** Called when the agent chose a result of the search. */
  onOpenResult: (message: FoundMessageView) => void;
  tools: ReadonlyArray<HeaderTool>;
  menu: ReadonlyArray<MenuEntry>;
}

export function useReading(props: ConversationPageProps): Reading {
  const { t } = useTranslation();
  const { protocol, job } = props;
  const [transcript, setTranscript] = useState(false);
  const earlier = useEarlierMessageList(protocol, job);
  const search = useSearchTarget(earlier);
  const drawer = useDrawer<'search' | 'media'>(props, () => search.choose(undefined));
  const openSearch = (): void => drawer.toggle('search');
  const openMedia = (): void => drawer.toggle('media');
  useShortcut('searchConversation', openSearch);
  useShortcut('openMedia', openMedia);
  return {
    drawer: drawer.open,
    onCloseDrawer: drawer.close,
    transcript,
    onCloseTranscript: () => setTranscript(false),
    earlier,
    search,
    onOpenResult: (message) => {
      search.choose(message);
      drawer.uncover();
    },
    tools: [searchTool(t, drawer.open === 'search', openSearch)],
    menu: [
      { kind: 'action', id: 'media', label: t('whatsapp.tools.media'), glyph: Images, onSelect: openMedia },
      {
        kind: 'action',
        id: 'transcript',
        label: t('whatsapp.transcript.open'),
        glyph: FileDown,
        onSelect: () => setTranscript(true),
      },
    ],
  };
}
