// The frame of an open conversation: header, thread, composer, in the colors of its channel.
import type { ReactNode } from 'react';
import type { ChannelName } from '../channels/channels';
import styles from './Conversation.module.css';

export interface ConversationProps {
  /** "Conversa com Mariana Albuquerque" */
  label: string;
  channel: ChannelName;
  header: ReactNode;
  thread: ReactNode;
  composer: ReactNode;
}

export function Conversation({ label, channel, header, thread, composer }: ConversationProps) {
  return (
    <main id="conversation" tabIndex={-1} aria-label={label} data-ch={channel} className={styles.conversation}>
      {header}
      {thread}
      {composer}
    </main>
  );
}
