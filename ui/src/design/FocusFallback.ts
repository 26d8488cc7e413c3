// Moves the focus to the main content when a dialog closes and the element that opened it no longer exists. The
// application provides it once for all dialogs.
import { createContext } from 'react';

export const FocusFallback = createContext<(() => void) | undefined>(undefined);
