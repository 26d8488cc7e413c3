// Messages before the thread, as the conversation shows them (CTC-038).
import { useCallback, useMemo } from 'react';
import { useIntent } from '../../core/react';
import { useEarlierMessages, type OpenJob } from '../../core/slices';
import type { EarlierMessages } from '../conversation/ConversationPage';
import { earlierMessages } from '../conversation/earlierMessages';

export function useEarlier(protocol: string, { name, initials, color }: OpenJob): EarlierMessages {
  const intend = useIntent();
  const view = useEarlierMessages(protocol);
  const items = view?.items;
  const messages = useMemo(
    () => earlierMessages(items ?? [], { name, initials, color }),
    [items, name, initials, color],
  );
  const onLoad = useCallback(() => intend({ area: 'whatsapp', type: 'loadEarlier', protocol }), [intend, protocol]);
  return { messages, state: stateOf(view), onLoad };
}

function stateOf(view: ReturnType<typeof useEarlierMessages>): EarlierMessages['state'] {
  if (view === undefined) return 'more';
  if (view.loading) return 'loading';
  if (view.failed) return 'failed';
  return view.complete ? 'complete' : 'more';
}
