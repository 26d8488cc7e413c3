// The text of a composer's field, which the field keeps itself: a round trip through the core would break caret and input method.
import { useState } from 'react';

/** Begins with the draft; a new epoch of the draft overwrites what was typed. */
export function useOwnText(draft: string, draftEpoch: number): [text: string, setText: (text: string) => void] {
  const [own, setOwn] = useState({ text: draft, epoch: draftEpoch });
  if (own.epoch !== draftEpoch) setOwn({ text: draft, epoch: draftEpoch });
  return [own.text, (text) => setOwn((current) => ({ ...current, text }))];
}
