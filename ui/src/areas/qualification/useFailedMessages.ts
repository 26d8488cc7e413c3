// The messages of the agent that could not be sent in an attendance, for the dialog that finishes it. The thread has them at its end.
import type { MessageView } from 'core-wasm';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Core } from '../../core/host';
import { useCore } from '../../core/react';
import { useThread } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { isFinalRefusal } from '../../shared/finalRefusal';

export interface FailedMessage {
  id: string;
  /** Name of the file; empty for a message without one. */
  file: string;
  reason: string | undefined;
  /** Whether the same message could be accepted later. */
  canRetry: boolean;
}

/** Maximum number of messages in which unsent ones are searched. */
const searchedMessages = 200;

export function useFailedMessages(protocol: string): ReadonlyArray<FailedMessage> {
  const say = useCoreText();
  return useUnsentMessages(protocol)
    .filter(({ delivery, busy }) => delivery === 'failed' && !busy)
    .map(({ localId, failure, content }) => ({
      id: localId,
      file: content?.attachment?.name ?? '',
      reason: failure === undefined ? undefined : say(failure),
      canRetry: !isFinalRefusal(failure),
    }));
}

/** The agent's messages that the server does not have, oldest first. */
function useUnsentMessages(protocol: string): ReadonlyArray<MessageView> {
  const core = useCore();
  const thread = useThread(protocol);
  const keys = useMemo(() => {
    const found: Array<`message:${string}:${string}`> = [];
    for (let index = Math.max(0, thread.length - searchedMessages); index < thread.length; index += 1) {
      const key = `message:${protocol}:${thread.at(index) ?? ''}` as const;
      if (isUnsent(core.snapshot<'message'>(key))) found.push(key);
    }
    return found;
  }, [core, protocol, thread]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = keys.map((key) => core.subscribe(key, listener));
      return () => stops.forEach((stop) => stop());
    },
    [core, keys],
  );
  const read = useMemo(() => readerOf(core, keys), [core, keys]);
  return useSyncExternalStore(subscribe, read);
}

const isUnsent = (message: MessageView | undefined): message is MessageView =>
  message?.sender === 'own' && message.id === undefined;

/** Returns the same array while no message has changed. */
function readerOf(core: Core, keys: ReadonlyArray<`message:${string}:${string}`>): () => ReadonlyArray<MessageView> {
  let last: ReadonlyArray<MessageView> = [];
  return () => {
    const now = keys.map((key): MessageView | undefined => core.snapshot<'message'>(key)).filter(isUnsent);
    if (now.length !== last.length || now.some((message, index) => message !== last[index])) last = now;
    return last;
  };
}
