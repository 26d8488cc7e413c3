// A message before the thread: it never changes and has no actions.
import type { MessageView } from 'core-wasm';
import { memo } from 'react';
import { messageRow } from './messageRow';
import { MessageRow } from './MessageRow';
import { useMessageWords } from './useMessageWords';

export const EarlierMessageRow = memo(function EarlierMessageRow({
  message,
  customer,
}: {
  message: MessageView;
  /** Name of the customer. */
  customer: string;
}) {
  const words = useMessageWords(customer);
  return <MessageRow {...messageRow(message, words, undefined)} />;
});
