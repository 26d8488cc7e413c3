// Contents of a message besides text (WAP-069). Their addresses are addresses of the server's files; an address may
// stop working after a while.

import type { FileState } from 'core-wasm';

export interface ContactCardView {
  name: string;
  /** Phone numbers as the customer's telephone has them. */
  phones: ReadonlyArray<string>;
  /** The WhatsApp numbers of `phones`, in the same order; empty texts and missing ones are unknown. */
  whatsapp?: ReadonlyArray<string> | undefined;
  emails?: ReadonlyArray<string> | undefined;
  /** Company and position; empty without them. */
  company?: string | undefined;
}

interface Pixels {
  /** Natural size in pixels; undefined if unknown. The box is reserved before the bytes arrive. */
  width?: number | undefined;
  height?: number | undefined;
}

/** Kinds of messages with a file. */
export type FileKind = 'image' | 'video' | 'sticker' | 'audio' | 'file';

export type MediaView =
  | ({ kind: 'image'; src: string } & Pixels)
  | ({ kind: 'video'; src: string; seconds?: number | undefined } & Pixels)
  | { kind: 'sticker'; src: string }
  | { kind: 'audio'; src: string; seconds?: number | undefined }
  /** 'bytes' is 0 if the size is unknown. */
  | { kind: 'file'; src: string; name: string; bytes: number }
  /** A file whose content is not available. `name` is empty and `bytes` 0 if unknown. */
  | { kind: 'absent'; of: FileKind; name: string; bytes: number; state: FileState }
  | { kind: 'contacts'; cards: ReadonlyArray<ContactCardView> }
  /** A kind that this version cannot show. */
  | { kind: 'unsupported' };

export type MediaKind = Exclude<MediaView['kind'], 'absent'>;

/** The largest box of a picture or video in a bubble, in CSS pixels. */
const largest = { width: 236, height: 280 };
const unknownSize = { width: 236, height: 160 };

/** The reserved box: the natural size, scaled down to fit. */
export function boxOf({ width, height }: Pixels): { width: number; height: number } {
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return unknownSize;
  const scale = Math.min(1, largest.width / width, largest.height / height);
  return { width: Math.max(80, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) };
}

/** The word on the tile of a file: its ending, at most four letters. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '';
}
