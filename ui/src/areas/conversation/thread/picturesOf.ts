// The pictures and videos among messages, in the form for the lightbox.
import type { MessageView as CoreMessage } from 'core-wasm';
import { formatFull } from '../../../i18n/format';
import type { LightboxPicture } from '../media/Lightbox';
import { authorName, type MessageWords } from './messageRow';

/** Oldest first, without files whose content is not available. */
export function picturesOf(
  messages: ReadonlyArray<CoreMessage>,
  words: Pick<MessageWords, 'media' | 'bot' | 'colleague' | 'you'>,
): ReadonlyArray<LightboxPicture> {
  return messages.flatMap((message): ReadonlyArray<LightboxPicture> => {
    const { media, content, localId, time, sender } = message;
    const file = content?.attachment;
    if ((media !== 'image' && media !== 'video') || file === undefined || file.url === '' || file.state !== undefined)
      return [];
    const author = sender === 'own' ? words.you : authorName(message, words);
    const label = [words.media(media), author, time === undefined ? '' : formatFull(time)];
    return [
      {
        id: localId,
        src: file.url,
        label: label.filter((part) => part !== '').join(', '),
        ...(file.name === '' ? {} : { name: file.name }),
        isFilm: media === 'video',
      },
    ];
  });
}
