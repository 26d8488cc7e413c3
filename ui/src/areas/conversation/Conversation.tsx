// The frame of an open conversation: header, thread, composer, in the colors of its channel. Files can be dropped and pasted anywhere in it.
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import type { ChannelName } from '../channels/channels';
import { useFileDrop, type AddFiles } from './composer/attachments/useFileDrop';
import styles from './Conversation.module.css';

export interface ConversationProps {
  /** "Conversa com Mariana Albuquerque" */
  label: string;
  channel: ChannelName;
  header: ReactNode;
  thread: ReactNode;
  /** Slot between the messages and the composer. */
  bar?: ReactNode;
  composer: ReactNode;
  /** Whether a drawer of the channel is open at the right. */
  hasDrawer?: boolean | undefined;
  /** Undefined if files cannot be attached. */
  onFiles?: AddFiles | undefined;
}

export function Conversation({
  label,
  channel,
  header,
  thread,
  bar,
  composer,
  hasDrawer = false,
  onFiles,
}: ConversationProps) {
  const { t } = useTranslation();
  const drop = useFileDrop(onFiles);
  return (
    <main
      id="conversation"
      tabIndex={-1}
      aria-label={label}
      data-ch={channel}
      data-drawer={hasDrawer || undefined}
      className={styles.conversation}
      {...drop.handlers}
    >
      {header}
      {thread}
      {bar}
      {composer}
      {drop.isOver && (
        <div className={styles.drop}>
          <p className={styles.dropText}>
            <Icon glyph={Paperclip} size={20} className={styles.dropGlyph} />
            {t('chat.attach.drop')}
          </p>
        </div>
      )}
    </main>
  );
}
