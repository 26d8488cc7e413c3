// Connects the files of a conversation with the core: the first portion is loaded each time the gallery opens.
import { useCallback, useEffect, useMemo } from 'react';
import { useIntent } from '../../core/react';
import { useMediaGallery, type OpenJob } from '../../core/slices';
import { GalleryDrawer, type GalleryProps } from './GalleryDrawer';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import { galleryItems } from './galleryItems';
import { useGalleryAuthor } from './useGalleryAuthor';
import { moreState } from '../conversation/MoreItems';

export function GalleryDrawerContainer({
  protocol,
  job,
  onClose,
}: {
  protocol: string;
  job: OpenJob;
  onClose: () => void;
}) {
  return <GalleryDrawer {...useMediaGalleryProps(protocol, job)} onClose={onClose} />;
}

export function useMediaGalleryProps(protocol: string, job: OpenJob): GalleryProps {
  const intend = useIntent();
  const view = useMediaGallery(protocol);
  const onMore = useCallback(() => intend({ area: 'whatsapp', type: 'loadMedia', protocol }), [intend, protocol]);
  const onExpired = useCallback(
    (messageId: string) => intend({ area: 'whatsapp', type: 'renewMedium', protocol, messageId }),
    [intend, protocol],
  );
  useEffect(() => intend({ area: 'whatsapp', type: 'openMedia', protocol }), [intend, protocol]);
  const media = view?.items;
  const network = networkOf(displayChannel(job.channel, job.metaType));
  const items = useMemo(() => galleryItems(media ?? [], network), [media, network]);
  const authorOf = useGalleryAuthor(job.name);
  return { items, state: view === undefined ? 'loading' : moreState(view), onMore, authorOf, onExpired };
}
