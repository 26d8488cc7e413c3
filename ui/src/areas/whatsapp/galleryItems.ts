// The files of a conversation for the gallery: by kind and by month.
import type { Author, MediumView, MessageView } from 'core-wasm';
import { messageWords, type Network } from '../../shared/messageText/messageText';

export type GalleryKind = 'image' | 'video' | 'sticker' | 'audio' | 'file';

export interface GalleryItem {
  id: string;
  kind: GalleryKind;
  src: string;
  /** Name of the file; may be empty. */
  name: string;
  /** Size of the file; 0 if unknown. */
  bytes: number;
  /** Caption without formatting marks. */
  caption: string;
  sender: Author;
  /** Name of the agent who sent it; empty for other senders. */
  agentName: string;
  /** Epoch milliseconds; servers may omit it. */
  time: number | undefined;
}

export type GalleryTab = 'pictures' | 'sounds' | 'files';

export const galleryTabs: ReadonlyArray<GalleryTab> = ['pictures', 'sounds', 'files'];

const tabOf: Readonly<Record<GalleryKind, GalleryTab>> = {
  image: 'pictures',
  video: 'pictures',
  sticker: 'pictures',
  audio: 'sounds',
  file: 'files',
};

/** Removes entries without a file, and duplicates that occur because new files moved the server's portions. */
export function galleryItems(media: ReadonlyArray<MediumView>, network: Network): ReadonlyArray<GalleryItem> {
  const items = new Map<string, GalleryItem>();
  for (const { id, kind, url, name, size, caption, sender, agentName, time } of media) {
    if (kind === undefined || kind === 'contact' || kind === 'unsupported' || url === '' || items.has(id)) continue;
    const shownCaption = messageWords(caption, network);
    items.set(id, { id, kind, src: url, name, bytes: size, caption: shownCaption, sender, agentName, time });
  }
  return [...items.values()];
}

/** The files of messages, in their order, without files whose content is missing. */
export function mediaOfMessages(messages: ReadonlyArray<MessageView>): MediumView[] {
  return messages.flatMap(({ localId, media, content, text, sender, senderName, time }) => {
    const file = content?.attachment;
    if (media === undefined || file === undefined || file.state !== undefined) return [];
    const agentName = sender === 'colleague' ? senderName : '';
    return [
      {
        id: localId,
        kind: media,
        url: file.url,
        caption: text,
        name: file.name,
        size: file.size,
        sender,
        agentName,
        time,
      },
    ];
  });
}

export function itemsOfTab(items: ReadonlyArray<GalleryItem>, tab: GalleryTab): ReadonlyArray<GalleryItem> {
  return items.filter(({ kind }) => tabOf[kind] === tab);
}

export interface Month {
  /** Time of the section's first item. */
  time: number | undefined;
  items: ReadonlyArray<GalleryItem>;
}

/** Consecutive items of one month of the browser's zone. */
export function byMonth(items: ReadonlyArray<GalleryItem>): ReadonlyArray<Month> {
  const months: { key: string; time: number | undefined; items: GalleryItem[] }[] = [];
  for (const item of items) {
    const key = keyOf(item.time);
    const last = months[months.length - 1];
    if (last?.key === key) last.items.push(item);
    else months.push({ key, time: item.time, items: [item] });
  }
  return months;
}

function keyOf(time: number | undefined): string {
  if (time === undefined) return '';
  const day = new Date(time);
  return `${day.getFullYear()}-${day.getMonth()}`;
}
