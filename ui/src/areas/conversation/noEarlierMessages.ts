// Only a registered customer has conversations from before.
import type { EarlierMessages } from './ConversationPage';

export const noEarlierMessages: EarlierMessages = { messages: new Map(), state: 'complete', onLoad: () => undefined };
