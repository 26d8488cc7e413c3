// The bell with its unread count, and the notification centre that hangs from it.
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge';
import { IconButton } from '../../design/IconButton';
import { lazyArea } from '../../design/lazyArea';
import { Popover } from '../../design/Popover';
import styles from './NotificationsPopover.module.css';

const NotificationsPanel = lazyArea(() => import('./NotificationsPanel'), {
  component: 'NotificationsPanel',
  words: [],
});

export type NotificationType = 'message' | 'pause' | 'unsent' | 'system' | 'success' | 'warning' | 'error';

export interface NotificationView {
  id: string;
  type: NotificationType;
  text: string;
  /** People's words, shown as they are. */
  body?: string | undefined;
  time: number;
  read: boolean;
  /** Said so often in a row. */
  count?: number | undefined;
}

export interface NotificationsPopoverProps {
  /** Newest first. Asked only while they are seen. */
  notifications: () => ReadonlyArray<NotificationView>;
  unread: number;
  onToggleRead: (id: string) => void;
  onReadAll: () => void;
  onOpen?: ((id: string) => void) | undefined;
  /** Words that were never sent: they go only when the agent discards them. */
  onDiscard: (id: string) => void;
}

export type Filter = 'all' | 'unread' | 'read';

export function NotificationsPopover(props: NotificationsPopoverProps) {
  const { t } = useTranslation();
  const { unread } = props;
  const [filter, setFilter] = useState<Filter>('all');
  const label = unread > 0 ? t('notifications.bell.labelUnread', { count: unread }) : t('notifications.bell.label');
  return (
    <Popover
      label={t('notifications.bell.label')}
      className={styles.popover}
      trigger={
        <IconButton label={label} glyph={Bell} iconSize={18}>
          <Badge count={unread} label={t('notifications.bell.badge', { count: unread })} className={styles.badge} />
        </IconButton>
      }
    >
      <NotificationsPanel {...props} filter={filter} onFilterChange={setFilter} />
    </Popover>
  );
}
