// Connects the search drawer with the core, which searches and shows the results of the newest search (WAP-066, WAP-067).
import type { FoundMessageView } from 'core-wasm';
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { TFunction } from 'i18next';
import { useIntent } from '../../core/react';
import { useConversationSearch, type OpenJob } from '../../core/slices';
import { messageWords } from '../../shared/messageText/messageText';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import { moreState } from './MoreItems';
import { SearchDrawer, type SearchOpening, type SearchResult } from './SearchDrawer';

export interface SearchDrawerContainerProps {
  protocol: string;
  job: OpenJob;
  /** The result whose message is shown in the thread. */
  current: string | undefined;
  opening: SearchOpening;
  onOpen: (message: FoundMessageView) => void;
  onClose: () => void;
}

export function SearchDrawerContainer({
  protocol,
  job,
  current,
  opening,
  onOpen,
  onClose,
}: SearchDrawerContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const search = useConversationSearch(protocol);
  const results = search?.results ?? [];
  const onMore = useCallback(() => intend({ area: 'conversation', type: 'searchMore', protocol }), [intend, protocol]);
  return (
    <SearchDrawer
      searched={search?.text ?? ''}
      searching={search?.searching ?? false}
      results={results.map((message) => shownResult(message, job, t))}
      more={search === undefined ? 'complete' : moreState(search)}
      current={current}
      opening={opening}
      onSearch={(text) => intend({ area: 'conversation', type: 'search', protocol, text })}
      onMore={onMore}
      onOpen={(id) => {
        const message = results.find((result) => result.messageId === id);
        if (message !== undefined) onOpen(message);
      }}
      onClose={onClose}
    />
  );
}

function shownResult(message: FoundMessageView, job: OpenJob, t: TFunction): SearchResult {
  const { messageId, sender, agentName, text, media, time } = message;
  const authors = {
    customer: job.name,
    own: t('chat.message.you'),
    colleague: agentName === '' ? t('chat.message.colleague') : agentName,
    bot: t('chat.message.bot'),
    system: '',
  };
  return {
    id: messageId,
    author: authors[sender],
    medium: media === undefined ? '' : t(`chat.media.${media}`),
    text: messageWords(text, networkOf(displayChannel(job.channel, job.metaType))),
    time,
  };
}
