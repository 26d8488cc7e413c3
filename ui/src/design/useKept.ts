// State of a dialog that survives while a more urgent dialog covers it: the covered dialog is unmounted. The component
// that shows the dialogs provides the storage while any dialog is open; outside of it this is plain state.
import { createContext, useContext, useEffect, useState, type Dispatch, type SetStateAction } from 'react';

export const KeptContext = createContext<Map<string, unknown> | null>(null);

export function useKept<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const kept = useContext(KeptContext);
  // The value under a name was stored by this hook, so it has this type.
  const [value, setValue] = useState(() => (kept?.has(name) === true ? (kept.get(name) as T) : initial));
  useEffect(() => {
    kept?.set(name, value);
  }, [kept, name, value]);
  return [value, setValue];
}
