// A conversation that the agent can only read: the bubbles of the attendance without menus and actions.
import type { MessageView } from 'core-wasm';
import { useContext, useMemo } from 'react';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { messageRow } from '../conversation/thread/messageRow';
import { MessageRow } from '../conversation/thread/MessageRow';
import { useMessageWords } from '../conversation/thread/useMessageWords';

/** A conversation of many thousand messages must not block the page: the PDF contains all of them. */
export const shownAtMost = 300;

export function ReadOnlyThread({
  customer,
  channel,
  messages,
}: {
  /** Name of the customer. */
  customer: string;
  /** As it is shown; undefined for one that this version does not know. */
  channel: string | undefined;
  /** Oldest first. */
  messages: ReadonlyArray<MessageView>;
}) {
  const words = useMessageWords(customer);
  const rows = useMemo(
    () => messages.slice(-shownAtMost).map((message) => messageRow(message, words, undefined)),
    [messages, words],
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
