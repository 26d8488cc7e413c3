// A conversation as a list of plain entries, for the read-only dialog and its PDF (WAP-055). Files are named, not contained.
import type { MessageView } from 'core-wasm';
import { formatDate, formatFull } from '../../i18n/format';
import { messageWords, type Network } from '../../shared/messageText/messageText';
import { authorName, systemText, type MessageWords } from '../conversation/thread/messageRow';

export interface TranscriptEntry {
  id: string;
  /** Author; empty for a system message. */
  author: string;
  /** Time of writing in epoch milliseconds; servers may omit it. */
  time: number | undefined;
  /** The time that decides the entry's day, if it differs from `time`. */
  placed?: number | undefined;
  /** Time of arrival, if the message arrived late. */
  arrived?: number | undefined;
  /** Heading of a new day. */
  dayStart: boolean;
  /** The text of the answered message; empty without one. */
  answered: string;
  /** Text or caption, names of files, and the further lines of a template; never empty. */
  text: string;
  /** Whether only the team can read the entry. */
  internal?: true;
}

export interface TranscriptWords extends MessageWords {
  /** Formatting marks are removed from texts. */
  network: Network;
  /** Note below a message that did not reach the customer. */
  notSent: string;
  /** Note below a message that the customer edited. */
  edited: string;
  /** The emojis of reactions. */
  reactions: (emojis: string) => string;
  /** Text in place of a file; the name may be empty. */
  named: (kind: string, name: string) => string;
}

export function transcriptOf(
  messages: ReadonlyArray<MessageView>,
  words: TranscriptWords,
): ReadonlyArray<TranscriptEntry> {
  return messages.map((message) => entryOf(message, words)).filter(({ text }) => text !== '');
}

/** The line above a message: its author and its time. */
export function headOf({ author, time, arrived }: TranscriptEntry, arrivedOn: (time: string) => string): string {
  if (author === '' || time === undefined) return author;
  const late = arrived === undefined ? [] : [arrivedOn(formatFull(arrived))];
  return [author, formatFull(time), ...late].join(' · ');
}

/** The heading of the day that begins with an entry; empty within a day. */
export function dayOf({ time, placed = time, dayStart }: TranscriptEntry, index: number): string {
  return placed !== undefined && (index === 0 || dayStart) ? formatDate(placed) : '';
}

function entryOf(message: MessageView, words: TranscriptWords): TranscriptEntry {
  const { content, localId: id, time, placed, arrived, dayStart } = message;
  const { answered } = content ?? {};
  return {
    id,
    author: authorOf(message, words),
    time,
    placed,
    arrived,
    dayStart,
    answered:
      answered === undefined
        ? ''
        : joinedLines([
            answered.media === undefined ? '' : words.named(words.media(answered.media), ''),
            answered.revoked === true ? words.revoked : messageWords(answered.text, words.network),
          ]),
    text:
      message.sender === 'system' && message.systemKey !== undefined
        ? systemText(message, words)
        : spokenText(message, words),
  };
}

function spokenText(message: MessageView, words: TranscriptWords): string {
  const { template = {}, details, edited, revoked, reactions = [] } = message.content ?? {};
  const sections = details === undefined ? [] : words.details(details);
  const said = joinedLines([
    mediumOf(message, words),
    template.header ?? '',
    messageWords(message.text, words.network),
    template.footer ?? '',
    ...(template.buttons ?? []),
    ...sections.flatMap(({ heading, lines }) => [heading, ...lines]),
  ]);
  return joinedLines([
    revoked === true ? words.revoked : said === '' ? words.noText : said,
    edited === true ? words.edited : '',
    reactions.length === 0 ? '' : words.reactions(reactions.map(({ emoji = '' }) => emoji).join(' ')),
    message.delivery === 'failed' ? words.notSent : '',
  ]);
}

function authorOf({ sender, senderName }: MessageView, words: MessageWords): string {
  if (sender === 'system') return '';
  if (senderName === '' && sender === 'customer') return words.customer;
  if (senderName === '' && sender === 'own') return words.you;
  return authorName({ sender, senderName }, words);
}

function mediumOf({ media, content }: MessageView, words: TranscriptWords): string {
  if (media === undefined) return '';
  const cards = (content?.contactCards ?? []).map(({ name = '', phones = [], emails = [], company = '' }) =>
    words.named(words.media(media), [name, company, ...phones, ...emails].filter((part) => part !== '').join(', ')),
  );
  return cards.length > 0 ? cards.join('\n') : words.named(words.media(media), content?.attachment?.name ?? '');
}

function joinedLines(lines: ReadonlyArray<string>): string {
  return lines.filter((line) => line !== '').join('\n');
}
