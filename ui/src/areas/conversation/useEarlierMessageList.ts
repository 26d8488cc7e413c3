// Messages from before the thread, in the form that the conversation shows (CTC-038).
import { useCallback, useMemo } from 'react';
import { useIntent } from '../../core/react';
import { useEarlierMessages, type OpenJob } from '../../core/slices';
import type { EarlierMessages } from './ConversationPage';
import { earlierId, earlierMessages } from './thread/earlierMessages';

export function useEarlierMessageList(protocol: string, { name, initials, color }: OpenJob): EarlierMessages {
  const intend = useIntent();
  const view = useEarlierMessages(protocol);
  const items = view?.items;
  const messages = useMemo(
    () => earlierMessages(items ?? [], { name, initials, color }),
    [items, name, initials, color],
  );
  const onLoad = useCallback(() => intend({ area: 'conversation', type: 'loadEarlier', protocol }), [intend, protocol]);
  const onExpired = useCallback(
    (id: string) => {
      const message = items?.find((item) => earlierId(item) === id);
      if (message) intend({ area: 'conversation', type: 'renewEarlier', protocol, messageId: message.messageId });
    },
    [intend, protocol, items],
  );
  return { messages, state: stateOf(view), onLoad, onExpired };
}

function stateOf(view: ReturnType<typeof useEarlierMessages>): EarlierMessages['state'] {
  if (view === undefined) return 'more';
  if (view.loading) return 'loading';
  if (view.failed) return 'failed';
  return view.complete ? 'complete' : 'more';
}
