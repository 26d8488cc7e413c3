// The message that the agent chose in the search over all messages: the thread shows it as soon as it is loaded.
import { useMemo, useState } from 'react';
import { useCore, useSlice } from '../../core/react';
import type { IndexedList } from '../../core/indexedList';
import type { NoteFrameRow } from './notes/noteRows';
import type { ThreadTarget } from './thread/Thread';

/** Undefined while the agent has chosen no message of this conversation, and while the chosen message is not loaded. */
export function useFoundMessage(
  protocol: string,
  thread: IndexedList<string>,
  frames: ReadonlyArray<Pick<NoteFrameRow, 'id' | 'notes'>>,
): ThreadTarget | undefined {
  const core = useCore();
  const found = useSlice('foundMessage');
  const chosen = found?.protocol === protocol ? found : undefined;
  const id = useMemo(() => {
    if (chosen === undefined) return undefined;
    if (chosen.noteId !== '') return frames.find(({ notes }) => notes.some((note) => note.id === chosen.noteId))?.id;
    return Array.from({ length: thread.length }, (_, index) => thread.at(index) ?? '').find(
      (local) => core.snapshot<'message'>(`message:${protocol}:${local}`)?.id === chosen.messageId,
    );
  }, [chosen, core, protocol, thread, frames]);
  // A new object for each choice: a new object scrolls again.
  const number = chosen?.number;
  return useMemo(() => (id === undefined || number === undefined ? undefined : { id }), [id, number]);
}

/** The target that was chosen last, of two targets. */
export function useLastTarget(
  one: ThreadTarget | undefined,
  other: ThreadTarget | undefined,
): ThreadTarget | undefined {
  const [last, setLast] = useState({ one, other, shown: other ?? one });
  if (last.one === one && last.other === other) return last.shown;
  const shown = last.other !== other && other !== undefined ? other : (one ?? other);
  setLast({ one, other, shown });
  return shown;
}
