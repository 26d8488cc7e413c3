// A conversation that the agent can only read: the bubbles of the attendance without menus and actions.
import type { MessageView } from 'core-wasm';
import { useContext, useMemo } from 'react';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { isSameDay } from '../conversation/thread/earlierMessages';
import { messageRow } from '../conversation/thread/messageRow';
import { MessageRow } from '../conversation/thread/MessageRow';
import { useMessageWords } from '../conversation/thread/useMessageWords';

/** A conversation of many thousand messages must not block the page: the PDF contains all of them. */
export const shownAtMost = 300;

export function ReadOnlyThread({
  customer,
  channel,
  messages,
  dayAbove,
}: {
  /** Name of the customer. */
  customer: string;
  /** As it is shown; undefined for one that this version does not know. */
  channel: string | undefined;
  /** Oldest first. */
  messages: ReadonlyArray<MessageView>;
  /** A moment of the day that stands above the thread already. */
  dayAbove?: number | undefined;
}) {
  const words = useMessageWords(customer);
  const rows = useMemo(
    () =>
      messages.slice(-shownAtMost).map((message) => {
        const row = messageRow(message, words, undefined);
        return dayAbove !== undefined && isSameDay(row.day, dayAbove) ? { ...row, day: undefined } : row;
      }),
    [messages, words, dayAbove],
  );
  const around = useContext(MessageTextContext);
  const place = useMemo(() => ({ ...around, network: networkOf(channel) }), [around, channel]);
  return (
    <MessageTextContext value={place}>
      {rows.map((row) => (
        <MessageRow key={row.message.id} {...row} />
      ))}
    </MessageTextContext>
  );
}
