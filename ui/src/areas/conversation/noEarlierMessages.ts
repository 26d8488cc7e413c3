// Only a registered customer can have earlier conversations.
import type { EarlierMessages } from './ConversationPage';

export const noEarlierMessages: EarlierMessages = { messages: new Map(), state: 'complete', onLoad: () => undefined };
