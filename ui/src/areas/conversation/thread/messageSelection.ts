// The selection of messages of the open conversation: the channel decides what the agent can do with them. The rows read it from a context, because
// they are rendered far below.
import { createContext, useContext } from 'react';

export interface MessageSelection {
  isSelected: (id: string) => boolean;
  /** Whether the server has the message, so that it can be used. */
  canSelect: (id: string) => boolean;
  onToggle: (id: string) => void;
}

/** Begins the selection with this message; undefined if the channel has no action for messages. */
export const BeginSelectionContext = createContext<((id: string) => void) | undefined>(undefined);

export const useBeginSelection = (): ((id: string) => void) | undefined => useContext(BeginSelectionContext);

/** Undefined while no messages are being selected. */
export const MessageSelectionContext = createContext<MessageSelection | undefined>(undefined);

export const useMessageSelection = (): MessageSelection | undefined => useContext(MessageSelectionContext);
