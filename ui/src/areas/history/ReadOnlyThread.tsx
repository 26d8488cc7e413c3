// A conversation that the agent can only read: the bubbles of the attendance and its internal notes, without menus and actions.
import type { MessageView, NoteView } from 'core-wasm';
import { Fragment, useContext, useMemo, type ReactNode } from 'react';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { NoteFrame, type NoteActions } from '../conversation/notes/NoteFrame';
import { framesAt } from '../conversation/notes/noteRows';
import { isSameDay } from '../conversation/thread/earlierMessages';
import { messageRow } from '../conversation/thread/messageRow';
import { MessageRow } from '../conversation/thread/MessageRow';
import { useMessageWords } from '../conversation/thread/useMessageWords';
import styles from './ReadOnlyThread.module.css';

/** A conversation of many thousand messages must not block the page: the PDF contains all of them. */
export const shownAtMost = 300;

const noNotes: ReadonlyArray<NoteView> = [];
const nothing = (): void => {};
const noActions: NoteActions = { onEdit: nothing, onRemove: nothing, onRetry: nothing, onDiscard: nothing };

/** The newest messages; with a marked one those around it. */
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
  notes = noNotes,
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
  /** Internal notes, oldest first. */
  notes?: ReadonlyArray<NoteView> | undefined;
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
  const frames = useMemo(() => framesAt(notes, shownMessages(messages, marked)), [notes, messages, marked]);
  const framesBefore = (place: number): ReactNode =>
    frames
      .filter((frame) => frame.place === place)
      .map((frame) => <NoteFrame key={frame.id} notes={frame.notes} {...noActions} />);
  const around = useContext(MessageTextContext);
  const place = useMemo(() => ({ ...around, network: networkOf(channel) }), [around, channel]);
  return (
    <MessageTextContext value={place}>
      {rows.map(({ row, isFound }, place) => (
        <Fragment key={row.message.id}>
          {framesBefore(place)}
          {isFound ? (
            <div data-found className={styles.found}>
              <MessageRow {...row} />
            </div>
          ) : (
            <MessageRow {...row} />
          )}
        </Fragment>
      ))}
      {framesBefore(rows.length)}
    </MessageTextContext>
  );
}
