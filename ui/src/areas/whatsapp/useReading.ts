// What the agent reads of a conversation beside its thread: search, media, earlier messages, and the whole conversation to save.
import { FileDown, Images, Search } from 'lucide-react';
import type { FoundMessageView } from 'core-wasm';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../../design/Menu';
import { useMediaQuery } from '../../design/useMediaQuery';
import { useShortcut } from '../../shared/shortcuts';
import type { HeaderTool } from '../conversation/ConversationHeader';
import type { ConversationPageProps, EarlierMessages } from '../conversation/ConversationPage';
import { useEarlier } from './useEarlier';
import { useSearchTarget, type SearchTarget } from './useSearchTarget';

export interface Reading {
  /** The open drawer. */
  drawer: 'search' | 'media' | undefined;
  onCloseDrawer: () => void;
  transcript: boolean;
  onCloseTranscript: () => void;
  earlier: EarlierMessages;
  search: SearchTarget;
  /** The agent chose a result of the search. */
  onOpenResult: (message: FoundMessageView) => void;
  tools: ReadonlyArray<HeaderTool>;
  menu: ReadonlyArray<MenuEntry>;
}

export function useReading({ protocol, job, contextOpen, onToggleContext }: ConversationPageProps): Reading {
  const { t } = useTranslation();
  const [drawer, setDrawer] = useState<Reading['drawer']>();
  const [transcript, setTranscript] = useState(false);
  const earlier = useEarlier(protocol, job);
  const search = useSearchTarget(earlier);
  const detailsAreDrawer = useMediaQuery('below-three-columns');
  const coversThread = useMediaQuery('below-desktop');
  const onCloseDrawer = (): void => {
    setDrawer(undefined);
    search.choose(undefined);
  };
  const toggle = (wanted: 'search' | 'media'): void => {
    if (drawer === wanted) return onCloseDrawer();
    // Two drawers would lie one over the other.
    if (detailsAreDrawer && contextOpen) onToggleContext();
    setDrawer(wanted);
  };
  const openSearch = (): void => toggle('search');
  const openMedia = (): void => toggle('media');
  useShortcut('searchConversation', openSearch);
  useShortcut('openMedia', openMedia);
  return {
    drawer,
    onCloseDrawer,
    transcript,
    onCloseTranscript: () => setTranscript(false),
    earlier,
    search,
    onOpenResult: (message) => {
      search.choose(message);
      if (coversThread) setDrawer(undefined);
    },
    tools: [
      {
        id: 'search',
        label: t('whatsapp.tools.search'),
        glyph: Search,
        shortcut: 'searchConversation',
        expanded: drawer === 'search',
        onSelect: openSearch,
      },
    ],
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
