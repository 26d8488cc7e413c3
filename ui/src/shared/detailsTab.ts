// Shows another tab of the details beside a conversation; without details it does nothing.
import { createContext } from 'react';

export type DetailsTab = 'contact' | 'script' | 'history' | 'media';

export const DetailsTabContext = createContext<(tab: DetailsTab) => void>(() => undefined);
