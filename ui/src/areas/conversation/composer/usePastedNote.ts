// The text of an internal note that the agent pasted into an answer: there is one warning before it is sent to the
// customer (BEY-160).
import { useState } from 'react';

export interface PastedNote {
  /** Records that the agent pasted this text. */
  pasted: (text: string) => void;
  /** Called before the answer is sent; true stops it, once for each pasted note. */
  warn: () => boolean;
  /** Whether the warning is shown. */
  isShown: boolean;
}

/** `text` is the text of the field: a note that the agent has removed from it needs no warning. */
export function usePastedNote(isInternal: ((pasted: string) => boolean) | undefined, text: string): PastedNote {
  const [note, setNote] = useState<{ text: string; warned: boolean }>();
  const isThere = note !== undefined && text.includes(note.text);
  return {
    pasted: (pasted) => {
      const written = pasted.trim();
      if (written !== '' && isInternal?.(written) === true) setNote({ text: written, warned: false });
    },
    warn: () => {
      if (!isThere || note.warned) return false;
      setNote({ ...note, warned: true });
      return true;
    },
    isShown: isThere && note.warned,
  };
}

/** Shorter texts are words that everybody writes, so they cause no warning. */
const shortestKnown = 12;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether a pasted text is part of a note. */
export function isTextOfNote(pasted: string, notes: ReadonlyArray<{ text: string }>): boolean {
  const text = plain(pasted);
  return text.length >= shortestKnown && notes.some((note) => plain(note.text) === text);
}
