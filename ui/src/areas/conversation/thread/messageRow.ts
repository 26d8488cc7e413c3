// Computes a row of the thread from the core's message view.
import type { MessageView as CoreMessage } from 'core-wasm';
import type { MessageFailure, MessageView, QuoteView, TemplateView, TextMessageView } from './Bubble';
import type { MediaKind, MediaView } from '../media/mediaViews';
import { placeOf } from './earlierMessages';
import { formatPhone } from '../../../i18n/format';
import type { DetailSection } from './messageDetails';
import type { MessageRowProps } from './MessageRow';

export interface MessageWords {
  line: (line: NonNullable<CoreMessage['line']>) => string;
  /** A kind of message that cannot be shown, with the provider's name for it. */
  unsupportedKind: (kind: string) => string;
  /** Content that a network sends in a form of its own. */
  details: (details: NonNullable<NonNullable<CoreMessage['content']>['details']>) => ReadonlyArray<DetailSection>;
  /** Stands for a message that the customer removed. */
  revoked: string;
  /** Stands for an empty or invisible text. */
  noText: string;
  media: (media: NonNullable<CoreMessage['media']>) => string;
  bot: string;
  /** A colleague whose name is unknown. */
  colleague: string;
  /** The customer as the author of a quoted message. */
  customer: string;
  you: string;
}

/** The actions that are possible for the message. */
export interface MessageHandlers extends Pick<TextMessageView, 'menu' | 'onAnswer'> {
  onOpenQuote: () => void;
  onCancelUpload: () => void;
  onExpired: () => void;
}

export function messageRow(
  message: CoreMessage,
  words: MessageWords,
  failure: MessageFailure | undefined,
  handlers?: Partial<MessageHandlers>,
): MessageRowProps {
  return {
    day: message.dayStart ? placeOf(message) : undefined,
    unreadDivider: message.newFromHere,
    first: message.groupStart,
    last: message.groupEnd,
    message: messageOf(message, words, failure, handlers),
  };
}

function messageOf(
  message: CoreMessage,
  words: MessageWords,
  failure: MessageFailure | undefined,
  handlers: Partial<MessageHandlers> | undefined,
): MessageView {
  const { localId: id, time, sender } = message;
  if (sender === 'system') {
    // The note of a transfer is a card.
    if (message.systemKey === 'chatTransferred' && message.line !== undefined && message.text !== '')
      return {
        kind: 'transfer',
        id,
        time,
        text: words.line(message.line),
        agent: message.senderName,
        note: message.text,
      };
    return { kind: 'system', id, time, text: systemText(message, words) };
  }
  const media = mediaOf(message);
  // A file without an address (unreadable or not available yet) is shown by its kind.
  const kindOfMedia = message.media === undefined || media !== undefined ? '' : words.media(message.media);
  const { answered, template, upload, headerName = '', edited, revoked, reactions = [] } = message.content ?? {};
  const details = message.content?.details === undefined ? [] : words.details(message.content.details);
  const text = [kindOfMedia, message.text].filter((part) => part !== '').join('\n');
  const isEmpty = text === '' && media === undefined && template === undefined && details.length === 0;
  return {
    kind: 'text',
    id,
    sender,
    senderName: authorName(message, words),
    initials: message.senderInitials,
    color: message.senderColor,
    text: text,
    note: revoked === true ? words.revoked : isEmpty ? words.noText : undefined,
    edited,
    reactions: reactions.map(({ emoji = '' }) => emoji),
    details,
    media,
    quote: answered === undefined ? undefined : { ...quoteOf(answered, message, words), onOpen: handlers?.onOpenQuote },
    upload:
      upload === undefined || handlers?.onCancelUpload === undefined
        ? undefined
        : { share: upload, onCancel: handlers.onCancelUpload },
    menu: handlers?.menu,
    onAnswer: handlers?.onAnswer,
    onExpired: handlers?.onExpired,
    forwarded: message.forwarded,
    agentName: headerName === '' ? undefined : headerName,
    template: template === undefined ? undefined : templateOf(template),
    time,
    placed: message.placed,
    arrived: message.arrived,
    delivery: message.delivery === 'received' ? undefined : message.delivery,
    failure: message.delivery === 'failed' ? failure : undefined,
  };
}

/**
 * The text of a system message, with its details if it has any: the note of a transfer, a new number, the kind of what cannot be
 * shown.
 */
export function systemText({ systemKey, line, text }: CoreMessage, words: MessageWords): string {
  if (systemKey === undefined || line === undefined) return text;
  const said: Record<string, () => string> = {
    customerSentUnsupported: () => words.unsupportedKind(text),
    customerAddressChanged: () => (/^\d+$/.test(text) ? formatPhone(text) : text),
  };
  return [words.line(line), said[systemKey]?.() ?? text].filter((part) => part !== '').join(': ');
}

/** The name of the author; a colleague or bot with an unknown name gets a general one. */
export function authorName(
  { sender, senderName }: Pick<CoreMessage, 'sender' | 'senderName'>,
  words: Pick<MessageWords, 'bot' | 'colleague'>,
): string {
  if (senderName !== '') return senderName;
  return { customer: '', own: '', colleague: words.colleague, bot: words.bot, system: '' }[sender];
}

type Content = NonNullable<CoreMessage['content']>;

function templateOf({
  name = '',
  header = '',
  headerLink,
  footer = '',
  buttons = [],
}: NonNullable<Content['template']>): TemplateView {
  return { name, header, headerLink, footer, buttons };
}

type Answered = NonNullable<Content['answered']>;

const kindOf: Record<NonNullable<CoreMessage['media']>, MediaKind> = {
  image: 'image',
  video: 'video',
  sticker: 'sticker',
  audio: 'audio',
  file: 'file',
  contact: 'contacts',
  unsupported: 'unsupported',
};

function mediaOf({ media, content }: CoreMessage): MediaView | undefined {
  if (media === undefined) return undefined;
  const kind = kindOf[media];
  if (kind === 'unsupported') return { kind };
  if (kind === 'contacts') {
    const cards = content?.contactCards ?? [];
    if (cards.length === 0) return undefined;
    return {
      kind,
      cards: cards.map(({ name = '', phones = [], whatsapp = [], emails = [], company = '' }) => ({
        name,
        phones,
        whatsapp,
        emails,
        company,
      })),
    };
  }
  const file = content?.attachment;
  if (file?.state !== undefined)
    return { kind: 'absent', of: kind, name: file.name, bytes: file.size, state: file.state };
  if (file === undefined || file.url === '') return undefined;
  return kind === 'file' ? { kind, src: file.url, name: file.name, bytes: file.size } : { kind, src: file.url };
}

function quoteOf(
  { sender, agentName, text, media, revoked }: Answered,
  by: CoreMessage,
  words: MessageWords,
): QuoteView {
  const author = {
    customer: by.sender === 'customer' ? by.senderName : words.customer,
    own: words.you,
    colleague: authorName({ sender, senderName: agentName }, words),
    bot: words.bot,
    system: '',
  };
  const shown = revoked === true ? words.revoked : text;
  return {
    author: author[sender],
    own: sender === 'own',
    text: shown,
    media: media === undefined ? undefined : kindOf[media],
  };
}
