// The selection of messages of the open conversation: the channel decides what happens with them. The rows take it from a context, because they are drawn
// far below.
import { createContext, useContext } from 'react';

export interface MessageSelection {
  isSelected: (id: string) => boolean;
  /** The server has the message, so that something can be done with it. */
  canSelect: (id: string) => boolean;
  onToggle: (id: string) => void;
}

/** Begins the selection with this message; undefined where the channel does nothing with messages. */
export const BeginSelectionContext = createContext<((id: string) => void) | undefined>(undefined);

export const useBeginSelection = (): ((id: string) => void) | undefined => useContext(BeginSelectionContext);

/** Undefined while no messages are being selected. */
export const MessageSelectionContext = createContext<MessageSelection | undefined>(undefined);

export const useMessageSelection = (): MessageSelection | undefined => useContext(MessageSelectionContext);
