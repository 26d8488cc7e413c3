// The bell with its unread count, and the popover of the notification centre.
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Badge } from '../../design/Badge';
import { IconButton } from '../../design/IconButton';
import { lazyArea } from '../../design/lazyArea';
import { Popover } from '../../design/Popover';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
import type { NotificationsFilter, NotificationsKind, NotificationsPopoverProps } from './notificationViews';
import styles from './NotificationsPopover.module.css';

const NotificationsPanel = lazyArea(() => import('./NotificationsPanel'), {
  component: 'NotificationsPanel',
  words: [],
});

export function NotificationsPopover(props: NotificationsPopoverProps) {
  const { t } = useTranslation();
  const { onOpen, onOpenCustomer, onCallBack } = props;
  // Unsent files are not notifications of the core, but the bell leads to them too.
  const unread = props.unread + props.unsentFiles.length;
  const [open, setOpen] = useState(false);
  const keys = useShortcutKeys('openNotifications');
  useShortcut('openNotifications', () => setOpen(true));
  const [filter, setFilter] = useState<NotificationsFilter>('all');
  const [kind, setKind] = useState<NotificationsKind>('all');
  const label = unread > 0 ? t('notifications.bell.labelUnread', { count: unread }) : t('notifications.bell.label');
  return (
    <Popover
      label={t('notifications.bell.label')}
      className={styles.popover}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={label} glyph={Bell} iconSize={18} shortcut={keys.text} aria-keyshortcuts={keys.aria}>
          <Badge count={unread} label={t('notifications.bell.badge', { count: unread })} className={styles.badge} />
        </IconButton>
      }
    >
      <NotificationsPanel
        {...props}
        onOpen={
          onOpen &&
          ((id) => {
            if (props.notifications().find((notification) => notification.id === id)?.opens === true) setOpen(false);
            onOpen(id);
          })
        }
        onOpenCustomer={
          onOpenCustomer &&
          ((id, customer) => {
            setOpen(false);
            onOpenCustomer(id, customer);
          })
        }
        onCallBack={
          onCallBack &&
          ((id) => {
            setOpen(false);
            onCallBack(id);
          })
        }
        kind={kind}
        onKindChange={setKind}
        filter={filter}
        onFilterChange={setFilter}
      />
    </Popover>
  );
}
