// The search over all contacts, active while a component shows it.
import type { FoundContactsView } from 'core-wasm';
import { useCallback, useEffect } from 'react';
import { useIntent, useSlice } from '../../core/react';

/** Minimum number of letters of a search on the server. */
const fewestLetters = 2;

export interface FoundContacts extends FoundContactsView {
  /** The text that the agent is typing; the server is asked when the agent stops. */
  search: (typed: string) => void;
}

export function useFoundContacts(): FoundContacts {
  const intend = useIntent();
  const found = useSlice('foundContacts');
  const search = useCallback(
    (typed: string) => {
      const text = typed.trim();
      intend({ area: 'contacts', type: 'findContacts', text: text.length < fewestLetters ? '' : text });
    },
    [intend],
  );
  useEffect(() => () => search(''), [search]);
  return { ...found, search };
}
