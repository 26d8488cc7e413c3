// The files that an agent is about to send (BEY-054): their types, and which are refused before the upload. The core decides again, by the same rules.
import type { FilePlanView } from 'core-wasm';

/** 5*1024*1024 bytes inclusive (WAP-061, WAP-062). */
export const maxFileBytes = 5 * 1024 * 1024;

/** The limit in megabytes, for the label of the button. */
export const maxFileMegabytes = maxFileBytes / (1024 * 1024);

const office = 'application/vnd.openxmlformats-officedocument.';
const openDocument = 'application/vnd.oasis.opendocument.';

/** Types by the ending of the name, for systems that do not know the type of a file. */
const typeByEnding: Readonly<Partial<Record<string, string>>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${office}presentationml.presentation`,
  odt: `${openDocument}text`,
  ods: `${openDocument}spreadsheet`,
  odp: `${openDocument}presentation`,
  rtf: 'application/rtf',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  heic: 'image/heic',
  webp: 'image/webp',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
};

/** Images, audio, video, PDF, office documents, text and zip (WAP-062), for the browser's file dialog. */
export const acceptedTypes = `image/*,audio/*,video/*,${Object.keys(typeByEnding)
  .map((ending) => `.${ending}`)
  .join(',')}`;

/** A drawing of vectors may contain scripts and is no picture for a messenger. */
const allowedTypes = [
  /^image\/(?!svg\+xml)/,
  /^(audio|video)\//,
  /^text\/(plain|csv)(;|$)/,
  /^application\/(pdf|zip|x-zip-compressed|msword|rtf)$/,
  /^application\/vnd\.(openxmlformats-officedocument\.|ms-|oasis\.opendocument\.)/,
];

/** The MIME type under which a file is sent; undefined if none is allowed. */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>): string | undefined {
  if (allowedTypes.some((allowed) => allowed.test(type))) return type;
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return type === 'image/svg+xml' ? undefined : typeByEnding[ending];
}

export type AttachmentObjection = 'tooLarge' | 'wrongType' | 'empty';

export function objectionTo(
  file: Pick<File, 'name' | 'type' | 'size'>,
  maxBytes = maxFileBytes,
): AttachmentObjection | undefined {
  if (typeOf(file) === undefined) return 'wrongType';
  if (file.size > maxBytes) return 'tooLarge';
  return file.size === 0 ? 'empty' : undefined;
}

/** The reason with which a refused file stays in the tray. */
export function isRefused({ objection, plan }: Pick<AttachmentView, 'objection' | 'plan'>): boolean {
  return objection !== undefined || plan?.kind === 'refused';
}

/** Sounds and stickers have no caption; pictures, videos and documents do. */
export function takesCaption({ type }: Pick<File, 'type'>): boolean {
  return !type.startsWith('audio/');
}

export interface AttachmentView {
  id: string;
  name: string;
  /** MIME type; empty if unknown. */
  type: string;
  bytes: number;
  /** Address of a picture for the preview. */
  preview?: string | undefined;
  /** Why no network accepts it. */
  objection?: AttachmentObjection | undefined;
  /** How the network of the conversation delivers the file. */
  plan?: FilePlanView | undefined;
}
