// The notification centre: all, unread or read notifications, each of which can be toggled between read and unread.
import { Bell, CircleAlert, CircleCheck, FilePenLine, Info, MessageSquare, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { EmptyState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { PauseBarsGlyph } from '../../design/icons/glyphs';
import { SegmentedControl } from '../../design/SegmentedControl';
import { useToday } from '../../core/page/today';
import { formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import type {
  NotificationsFilter,
  NotificationsPopoverProps,
  NotificationType,
  NotificationView,
} from './notificationViews';
import { UnsentItems } from './UnsentItems';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './NotificationsPanel.module.css';

const glyphOf: Record<NotificationType, Glyph> = {
  message: MessageSquare,
  pause: PauseBarsGlyph,
  unsent: FilePenLine,
  system: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

const passes: Record<NotificationsFilter, (notification: NotificationView) => boolean> = {
  all: () => true,
  unread: ({ read }) => !read,
  read: ({ read }) => read,
};

export interface NotificationsPanelProps extends NotificationsPopoverProps {
  filter: NotificationsFilter;
  onFilterChange: (filter: NotificationsFilter) => void;
}

export function NotificationsPanel({
  notifications,
  unread,
  onToggleRead,
  onReadAll,
  onOpen,
  onDiscard,
  unsentFiles,
  onDiscardFile,
  filter,
  onFilterChange,
}: NotificationsPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const all = notifications();
  const unsent = all.filter(({ type }) => type === 'unsent');
  const others = all.filter(({ type }) => type !== 'unsent');
  const shown = others.filter(passes[filter]);
  return (
    <>
      <div className={styles.header}>
        <p className={styles.title}>{t('notifications.bell.label')}</p>
        {unread > 0 && (
          <button type="button" className={styles.readAll} onClick={onReadAll}>
            {t('notifications.list.readAll')}
          </button>
        )}
      </div>
      <div className={styles.filter}>
        <SegmentedControl
          label={t('notifications.list.filter')}
          value={filter}
          onChange={onFilterChange}
          segments={[
            { value: 'all', label: t('notifications.list.all') },
            { value: 'unread', label: t('notifications.list.unread'), count: unread },
            { value: 'read', label: t('notifications.list.read') },
          ]}
        />
      </div>
      {unsent.length + unsentFiles.length > 0 && (
        <UnsentItems
          texts={unsent.map(({ id, text, body = '' }) => ({ id, title: text, body }))}
          onDiscard={onDiscard}
          files={unsentFiles}
          onDiscardFile={onDiscardFile}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState glyph={Bell} title={t('notifications.list.empty')} help={t('notifications.list.emptyHelp')} />
      ) : (
        <ul className={styles.list} aria-label={t('notifications.bell.label')}>
          {shown.map((notification) => (
            <li key={notification.id} className={styles.row} data-unread={!notification.read || undefined}>
              <Icon glyph={glyphOf[notification.type]} className={styles.glyph} data-type={notification.type} />
              <NotificationText notification={notification} onOpen={onOpen} />
              <span className={styles.time}>{formatListTime(notification.time, today, language, t)}</span>
              <IconButton
                size="small"
                className={styles.toggle}
                label={notification.read ? t('notifications.list.markUnread') : t('notifications.list.markRead')}
                aria-pressed={!notification.read}
                onClick={() => onToggleRead(notification.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <UnsupportedItems list="notifications" />
    </>
  );
}

function NotificationText({
  notification,
  onOpen,
}: { notification: NotificationView } & Pick<NotificationsPopoverProps, 'onOpen'>) {
  const { t } = useTranslation();
  const words = (
    <>
      {notification.text}
      {notification.count !== undefined && notification.count > 1 && (
        <span className={styles.count}>{t('notifications.list.times', { count: notification.count })}</span>
      )}
      {notification.body !== undefined && notification.body !== '' && (
        <bdi dir="auto" className={styles.body}>
          {notification.body}
        </bdi>
      )}
    </>
  );
  if (onOpen === undefined) return <span className={styles.text}>{words}</span>;
  return (
    <button type="button" className={styles.text} onClick={() => onOpen(notification.id)}>
      {words}
    </button>
  );
}
