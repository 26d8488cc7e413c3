// Connects the search over messages with the core, which searches when the agent stops typing and opens the chosen result.
import type { FoundTextView, MessageSearchView } from 'core-wasm';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { displayChannel } from '../channels/displayChannel';
import { MessageSearchDialog, type FoundText } from './MessageSearchDialog';
import { customerName } from '../../i18n/visitors';

const nothing: MessageSearchView = { text: '', foundBy: '', phase: 'empty', results: [], more: 'complete' };

export function MessageSearchDialogContainer({ onClose }: DialogContainerProps<'messageSearch'>) {
  const { t } = useTranslation();
  const intend = useIntent();
  const view = useSlice('messageSearch');
  const { text, phase, results, more } = view ?? nothing;
  const onMore = useCallback(() => intend({ area: 'messageSearch', type: 'moreFoundMessages' }), [intend]);
  return (
    <MessageSearchDialog
      text={text}
      phase={phase}
      results={results.map((found) => shownResult(found, t))}
      more={more}
      onType={(typed) => intend({ area: 'messageSearch', type: 'typeMessageSearch', text: typed })}
      onMore={onMore}
      onOpen={(id) => intend({ area: 'messageSearch', type: 'openFoundMessage', id })}
      onClose={onClose}
    />
  );
}

function shownResult(found: FoundTextView, t: TFunction): FoundText {
  const { id, name, initials, color, channel, metaType, author, agentName, note, time, excerpt } = found;
  const colleague = agentName === '' ? t('messageSearch.author.colleague') : agentName;
  const authors = {
    customer: t('messageSearch.author.customer'),
    own: t('messageSearch.author.own'),
    colleague,
    bot: t('messageSearch.author.bot'),
    system: '',
  };
  return {
    id,
    name: customerName(name, t),
    initials,
    color,
    channel: channel === undefined ? undefined : displayChannel(channel, metaType),
    author: note
      ? author === 'own'
        ? t('messageSearch.author.ownNote')
        : t('messageSearch.author.note', { name: colleague })
      : authors[author],
    time,
    excerpt: excerpt.map((part) => ({ text: part.text ?? '', found: part.found ?? false })),
  };
}
