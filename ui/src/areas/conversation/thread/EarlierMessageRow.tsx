// A message before the thread. It has no actions; only the address of its file changes.
import type { MessageView } from 'core-wasm';
import { memo } from 'react';
import { messageRow } from './messageRow';
import { MessageRow } from './MessageRow';
import { useMessageWords } from './useMessageWords';

export const EarlierMessageRow = memo(function EarlierMessageRow({
  message,
  customer,
  onExpired,
}: {
  message: MessageView;
  /** Name of the customer. */
  customer: string;
  /** Called if the file of the message could not be loaded. */
  onExpired: ((id: string) => void) | undefined;
}) {
  const words = useMessageWords(customer);
  return <MessageRow {...messageRow(message, words, {}, { onExpired: () => onExpired?.(message.localId) })} />;
});
