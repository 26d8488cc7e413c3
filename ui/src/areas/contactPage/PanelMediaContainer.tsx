// The tab of the details with the files of the conversation, in the same form as in the drawer.
import type { OpenJob } from '../../core/slices';
import { useEarlierMessageList } from '../conversation/useEarlierMessageList';
import { noEarlierMessages } from '../conversation/noEarlierMessages';
import { useChatGallery } from '../whatsapp/ChatGalleryContainer';
import { Gallery } from '../whatsapp/GalleryDrawer';
import { useMediaGalleryProps } from '../whatsapp/GalleryDrawerContainer';

interface PanelMediaProps {
  protocol: string;
  job: OpenJob;
}

export function PanelMediaContainer(props: PanelMediaProps) {
  return props.job.channel === 'whatsapp' ? <CustomerMedia {...props} /> : <ChatMedia {...props} />;
}

/** The files of all conversations with the customer. */
function CustomerMedia({ protocol, job }: PanelMediaProps) {
  return <Gallery {...useMediaGalleryProps(protocol, job)} />;
}

function ChatMedia({ protocol, job }: PanelMediaProps) {
  const earlier = useEarlierMessageList(protocol, job);
  return <Gallery {...useChatGallery(protocol, job, job.registered ? earlier : noEarlierMessages)} />;
}
