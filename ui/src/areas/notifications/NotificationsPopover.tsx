// The bell with its unread count, and the notification centre that hangs from it.
import { Bell } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge';
import { IconButton } from '../../design/IconButton';
import { Popover } from '../../design/Popover';
import styles from './NotificationsPopover.module.css';

export type Filter = 'all' | 'unread' | 'read';

export interface ChosenFilter {
  filter: Filter;
  onFilterChange: (filter: Filter) => void;
}

export interface NotificationsPopoverProps {
  unread: number;
  /** Drawn only while it is seen. */
  panel: (chosen: ChosenFilter) => ReactElement;
}

export function NotificationsPopover({ unread, panel }: NotificationsPopoverProps) {
  const { t } = useTranslation();
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
      {panel({ filter, onFilterChange: setFilter })}
    </Popover>
  );
}
