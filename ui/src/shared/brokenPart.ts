// The landmark that a broken part of the page replaces, so that skip links and shortcuts still find it.
import { createContext } from 'react';

export interface BrokenPart {
  /** The document id of the landmark. */
  id: string;
  landmark: 'main' | 'aside';
  /** Whether the part is the whole page: then its error has the heading of the page. */
  isPage: boolean;
}

export const brokenConversation: BrokenPart = { id: 'conversation', landmark: 'main', isPage: false };
export const brokenDetails: BrokenPart = { id: 'details', landmark: 'aside', isPage: false };
export const brokenPage = (id: string): BrokenPart => ({ id, landmark: 'main', isPage: true });

export const BrokenPartContext = createContext<BrokenPart>(brokenPage('conversation'));
