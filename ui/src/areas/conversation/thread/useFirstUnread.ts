// A conversation opens at the first message that the agent has not seen, below the line "Novas mensagens".
import { useState } from 'react';
import type { Core } from '../../../core/host';
import type { IndexedList } from '../../../core/indexedList';
import { useCore } from '../../../core/react';

/** Number of unread messages that is more than anybody reads in one conversation; the core keeps the line for fewer. */
const mostUnread = 200;

/**
 * The first unread message. The result does not change while the conversation is shown, so that new messages move
 * nothing.
 */
export function useFirstUnread(protocol: string, thread: IndexedList<string>, isLoading: boolean): string | undefined {
  const core = useCore();
  const [found, setFound] = useState(() => firstUnread(core, protocol, thread));
  const [wasLoading, setWasLoading] = useState(isLoading);
  if (wasLoading && !isLoading) {
    setWasLoading(false);
    if (found === undefined) setFound(firstUnread(core, protocol, thread));
  }
  return found;
}

function firstUnread(core: Core, protocol: string, thread: IndexedList<string>): string | undefined {
  const unread = core.snapshot<'job'>(`job:${protocol}`)?.unread ?? 0;
  if (unread === 0) return undefined;
  for (let back = 1; back <= Math.min(thread.length, mostUnread); back += 1) {
    const id = thread.at(thread.length - back);
    if (id !== undefined && core.snapshot<'message'>(`message:${protocol}:${id}`)?.newFromHere === true) return id;
  }
  return undefined;
}
