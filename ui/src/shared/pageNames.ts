// The names of the pages in the rail, in its order: a shortcut that opens one is called by its name.
import { createContext, useContext } from 'react';

export const PageNamesContext = createContext<ReadonlyArray<string>>([]);

export function usePageNames(): ReadonlyArray<string> {
  return useContext(PageNamesContext);
}
