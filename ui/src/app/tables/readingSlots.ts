// The files and the transcript of a web chat: the parts of the area of WhatsApp, each loaded when it is first rendered.
import type { ReadingSlots } from '../../areas/conversation/readingSlots';
import { lazyArea } from '../../design/lazyArea';

export const readingSlots: ReadingSlots = {
  Gallery: lazyArea(() => import('../../areas/whatsapp/ChatGalleryContainer'), {
    component: 'ChatGalleryContainer',
    words: ['whatsapp', 'media'],
  }),
  Transcript: lazyArea(() => import('../../areas/whatsapp/TranscriptDialogContainer'), {
    component: 'TranscriptDialogContainer',
    words: ['whatsapp'],
  }),
};
