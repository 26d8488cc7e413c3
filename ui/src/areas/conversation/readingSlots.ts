// Slots that higher areas fill in the conversation of a web chat: its files and its transcript. The application provides them, so this area imports
// neither.
import { createContext, type ComponentType } from 'react';
import type { OpenJob } from '../../core/slices';
import type { EarlierMessages } from './ConversationPage';

interface PartProps {
  protocol: string;
  job: OpenJob;
  earlier: EarlierMessages;
  onClose: () => void;
}

export interface ReadingSlots {
  Gallery?: ComponentType<PartProps>;
  Transcript?: ComponentType<PartProps>;
}

export const ReadingSlotsContext = createContext<ReadingSlots>({});
