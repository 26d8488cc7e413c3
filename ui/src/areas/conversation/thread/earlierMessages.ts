// Messages before the thread, of the customer's earlier attendances, as rows of the thread (CTC-038).
import type { FoundMessageView, MessageView as CoreMessage } from 'core-wasm';
import type { IndexedList } from '../../../core/indexedList';

/** The customer as the author of messages. */
export interface Customer {
  name: string;
  initials: string;
  color: string;
}

/** Consecutive messages of one sender form a group if less than this lies between them, as in the core. */
const groupGapMs = 5 * 60_000;

/** A prefix that no local id of a thread has. */
export const earlierId = (message: FoundMessageView): string => `earlier:${message.protocol}:${message.messageId}`;

/** Messages by id, oldest first. `newestFirst` is the order in the core. */
export function earlierMessages(
  newestFirst: ReadonlyArray<FoundMessageView>,
  customer: Customer,
): ReadonlyMap<string, CoreMessage> {
  const messages = newestFirst
    .filter(({ text, media, content, systemKey }) => text !== '' || media !== undefined || content || systemKey)
    .reverse();
  return new Map(
    messages.map((message, index) => [
      earlierId(message),
      rowOf(message, messages[index - 1], messages[index + 1], customer),
    ]),
  );
}

function rowOf(
  message: FoundMessageView,
  previous: FoundMessageView | undefined,
  next: FoundMessageView | undefined,
  customer: Customer,
): CoreMessage {
  const isCustomer = message.sender === 'customer';
  return {
    localId: earlierId(message),
    sender: message.sender,
    senderName: isCustomer ? customer.name : message.agentName,
    senderInitials: isCustomer ? customer.initials : message.agentInitials,
    senderColor: isCustomer ? customer.color : message.agentColor,
    text: message.text,
    media: message.media,
    time: message.time,
    ...(message.placed === undefined ? {} : { placed: message.placed }),
    ...(message.arrived === undefined ? {} : { arrived: message.arrived }),
    delivery: message.delivery,
    failure: undefined,
    busy: false,
    systemKey: message.systemKey,
    ...(message.line === undefined ? {} : { line: message.line }),
    dayStart: previous === undefined || !isSameDay(placeOf(previous), placeOf(message)),
    groupStart: previous === undefined || !isJoined(previous, message),
    groupEnd: next === undefined || !isJoined(message, next),
    newFromHere: false,
    forwarded: message.forwarded,
    ...(message.content === undefined ? {} : { content: message.content }),
  };
}

/** The time that decides under which day a message is shown. */
export const placeOf = ({ placed, time }: { placed?: number; time: number | undefined }): number | undefined =>
  placed ?? time;

/** Servers may omit a time. */
export function isSameDay(first: number | undefined, second: number | undefined): boolean {
  if (first === undefined || second === undefined) return first === second;
  return new Date(first).toDateString() === new Date(second).toDateString();
}

function isJoined(first: FoundMessageView, second: FoundMessageView): boolean {
  return (
    first.sender === second.sender &&
    first.agentName === second.agentName &&
    first.sender !== 'system' &&
    isSameDay(placeOf(first), placeOf(second)) &&
    (placeOf(second) ?? 0) - (placeOf(first) ?? 0) < groupGapMs
  );
}

/** Joins the lists one after the other. */
export function joinedList(first: ReadonlyArray<string>, second: IndexedList<string>): IndexedList<string> {
  if (first.length === 0) return second;
  return {
    length: first.length + second.length,
    at: (index) => (index < first.length ? first[index] : second.at(index - first.length)),
  };
}
