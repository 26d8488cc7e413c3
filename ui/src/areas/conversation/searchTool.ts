// The button of the header that opens the search in the conversation.
import { Search } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { HeaderTool } from './ConversationHeader';

export function searchTool(t: TFunction, expanded: boolean, onSelect: () => void): HeaderTool {
  return {
    id: 'search',
    label: t('chat.tools.search'),
    glyph: Search,
    shortcut: 'searchConversation',
    expanded,
    onSelect,
  };
}
