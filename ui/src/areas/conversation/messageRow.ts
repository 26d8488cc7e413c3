// Computes a row of the thread from the core's message view.
import type { MessageView as CoreMessage } from 'core-wasm';
import type { MessageFailure, MessageView } from './Bubble';
import type { MessageRowProps } from './MessageRow';

export interface MessageWords {
  systemLine: (key: string, agent: string) => string;
  media: (media: NonNullable<CoreMessage['media']>) => string;
  bot: string;
}

export function messageRow(
  message: CoreMessage,
  words: MessageWords,
  failure: MessageFailure | undefined,
): MessageRowProps {
  return {
    day: message.dayStart ? message.time : undefined,
    unreadDivider: message.newFromHere,
    first: message.groupStart,
    last: message.groupEnd,
    message: messageOf(message, words, failure),
  };
}

function messageOf(message: CoreMessage, words: MessageWords, failure: MessageFailure | undefined): MessageView {
  const { localId: id, time, sender } = message;
  if (sender === 'system')
    return {
      kind: 'system',
      id,
      time,
      text: message.systemKey === undefined ? message.text : words.systemLine(message.systemKey, message.senderName),
    };
  const kindOfMedia = message.media === undefined ? '' : words.media(message.media);
  return {
    kind: 'text',
    id,
    sender,
    senderName: sender === 'bot' && message.senderName === '' ? words.bot : message.senderName,
    initials: message.senderInitials,
    color: message.senderColor,
    text: [kindOfMedia, message.text].filter((part) => part !== '').join('\n'),
    time,
    delivery: message.delivery === 'received' ? undefined : message.delivery,
    failure: message.delivery === 'failed' ? failure : undefined,
  };
}
