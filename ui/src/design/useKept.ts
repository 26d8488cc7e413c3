// What was chosen or typed in a dialog, kept while a more urgent dialog stands before it: the covered one leaves the page. As long as any dialog is open
// the one who shows them provides the place; without one this is plain state.
import { createContext, useContext, useEffect, useState, type Dispatch, type SetStateAction } from 'react';

export const KeptContext = createContext<Map<string, unknown> | null>(null);

export function useKept<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const kept = useContext(KeptContext);
  // What stands under a name was put there under it.
  const [value, setValue] = useState(() => (kept?.has(name) === true ? (kept.get(name) as T) : initial));
  useEffect(() => {
    kept?.set(name, value);
  }, [kept, name, value]);
  return [value, setValue];
}
