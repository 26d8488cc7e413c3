// A conversation that the agent can only read: the bubbles of the attendance without menus and actions.
import type { MessageView } from 'core-wasm';
import { useContext, useMemo } from 'react';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { isSameDay } from '../conversation/thread/earlierMessages';
import { messageRow } from '../conversation/thread/messageRow';
import { MessageRow } from '../conversation/thread/MessageRow';
import { useMessageWords } from '../conversation/thread/useMessageWords';
import styles from './ReadOnlyThread.module.css';

/** A conversation of many thousand messages must not block the page: the PDF contains all of them. */
export const shownAtMost = 300;

/** The newest messages, or the messages around the marked one. */
function shownMessages(messages: ReadonlyArray<MessageView>, marked: string | undefined): ReadonlyArray<MessageView> {
  const place = messages.findIndex(({ id }) => id !== undefined && id === marked);
  const first = Math.max(0, messages.length - shownAtMost);
  const start = place === -1 ? first : Math.min(first, Math.max(0, place - shownAtMost / 2));
  return messages.slice(start, start + shownAtMost);
}

export function ReadOnlyThread({
  customer,
  channel,
  messages,
  marked,
  dayAbove,
}: {
  /** Name of the customer. */
  customer: string;
  /** Channel as shown; undefined for a channel that this version does not know. */
  channel: string | undefined;
  /** Messages, oldest first. */
  messages: ReadonlyArray<MessageView>;
  /** Server id of the marked message, which is among those shown. */
  marked?: string | undefined;
  /** A message of the day whose heading is already shown. */
  dayAbove?: number | undefined;
}) {
  const words = useMessageWords(customer);
  const rows = useMemo(
    () =>
      shownMessages(messages, marked).map((message) => {
        const row = messageRow(message, words, undefined);
        const isFound = marked !== undefined && marked !== '' && message.id === marked;
        const isOfDay = dayAbove !== undefined && isSameDay(row.day, dayAbove);
        return { isFound, row: isOfDay ? { ...row, day: undefined } : row };
      }),
    [messages, marked, words, dayAbove],
  );
  const around = useContext(MessageTextContext);
  const place = useMemo(() => ({ ...around, network: networkOf(channel) }), [around, channel]);
  return (
    <MessageTextContext value={place}>
      {rows.map(({ row, isFound }) =>
        isFound ? (
          <div key={row.message.id} data-found className={styles.found}>
            <MessageRow {...row} />
          </div>
        ) : (
          <MessageRow key={row.message.id} {...row} />
        ),
      )}
    </MessageTextContext>
  );
}
