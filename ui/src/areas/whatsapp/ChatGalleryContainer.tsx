// The files of a web chat: those of its messages, and of the contact's chats before it, which are loaded while the agent scrolls.
import type { MessageView } from 'core-wasm';
import { useMemo } from 'react';
import { useCore, useIntent } from '../../core/react';
import { useThread, type OpenJob } from '../../core/slices';
import type { EarlierMessages } from '../conversation/ConversationPage';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import { GalleryDrawer, type GalleryProps } from './GalleryDrawer';
import { galleryItems, mediaOfMessages } from './galleryItems';
import { useGalleryAuthor } from './useGalleryAuthor';

export interface ChatGalleryContainerProps {
  protocol: string;
  job: OpenJob;
  earlier: EarlierMessages;
  onClose: () => void;
}

export function ChatGalleryContainer({ protocol, job, earlier, onClose }: ChatGalleryContainerProps) {
  return <GalleryDrawer {...useChatGallery(protocol, job, earlier)} onClose={onClose} />;
}

/** The messages are read once per change of the thread: a subscription to each would be too expensive. */
export function useChatGallery(protocol: string, job: OpenJob, earlier: EarlierMessages): GalleryProps {
  const core = useCore();
  const intend = useIntent();
  const thread = useThread(protocol);
  const network = networkOf(displayChannel(job.channel, job.metaType));
  const { messages, state, onLoad, onExpired } = earlier;
  const items = useMemo(() => {
    const own = Array.from({ length: thread.length }, (_, index): MessageView | undefined =>
      core.snapshot<'message'>(`message:${protocol}:${thread.at(index) ?? ''}`),
    );
    const all = [...messages.values(), ...own.filter((message) => message !== undefined)];
    return galleryItems(mediaOfMessages(all).reverse(), network);
  }, [core, protocol, thread, messages, network]);
  const authorOf = useGalleryAuthor(job.name);
  return {
    items,
    state,
    onMore: onLoad,
    authorOf,
    onExpired: (id) => {
      if (messages.has(id)) onExpired?.(id);
      else intend({ area: 'jobs', type: 'renewFile', protocol, localId: id });
    },
  };
}
