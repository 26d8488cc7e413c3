// The notification centre: unread count on the bell, all, the unread or the read ones, each one toggled between read and unread.
import { Bell, CircleAlert, CircleCheck, FilePenLine, Info, MessageSquare, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge';
import { EmptyState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { PauseBarsGlyph } from '../../design/icons/glyphs';
import { Popover } from '../../design/Popover';
import { SegmentedControl } from '../../design/SegmentedControl';
import { currentTime } from '../../design/ticker';
import { formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { UnsentTexts } from './UnsentTexts';
import styles from './NotificationsPopover.module.css';

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
  /** Newest first. */
  notifications: ReadonlyArray<NotificationView>;
  unread: number;
  onToggleRead: (id: string) => void;
  onReadAll: () => void;
  onOpen?: ((id: string) => void) | undefined;
  /** Words that were never sent: they go only when the agent discards them. */
  onDiscard: (id: string) => void;
}

const glyphOf: Record<NotificationType, Glyph> = { message: MessageSquare, pause: PauseBarsGlyph, unsent: FilePenLine, system: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

type Filter = 'all' | 'unread' | 'read';
const passes: Record<Filter, (notification: NotificationView) => boolean> = { all: () => true, unread: ({ read }) => !read, read: ({ read }) => read };

export function NotificationsPopover({ notifications, unread, onToggleRead, onReadAll, onOpen, onDiscard }: NotificationsPopoverProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [filter, setFilter] = useState<Filter>('all');
  const unsent = notifications.filter(({ type }) => type === 'unsent');
  const others = notifications.filter(({ type }) => type !== 'unsent');
  const shown = others.filter(passes[filter]);
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
          onChange={setFilter}
          segments={[
            { value: 'all', label: t('notifications.list.all') },
            { value: 'unread', label: t('notifications.list.unread'), count: unread },
            { value: 'read', label: t('notifications.list.read') },
          ]}
        />
      </div>
      {unsent.length > 0 && <UnsentTexts texts={unsent.map(({ id, text, body = '' }) => ({ id, title: text, body }))} onDiscard={onDiscard} />}
      {shown.length === 0 ? (
        <EmptyState glyph={Bell} title={t('notifications.list.empty')} help={t('notifications.list.emptyHelp')} />
      ) : (
        <ul className={styles.list} aria-label={t('notifications.bell.label')}>
          {shown.map((notification) => (
            <li key={notification.id} className={styles.row} data-unread={!notification.read || undefined}>
              <Icon glyph={glyphOf[notification.type]} className={styles.glyph} data-type={notification.type} />
              <NotificationText notification={notification} onOpen={onOpen} />
              <span className={styles.time}>{formatListTime(notification.time, currentTime(), language, t)}</span>
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
    </Popover>
  );
}

function NotificationText({ notification, onOpen }: { notification: NotificationView } & Pick<NotificationsPopoverProps, 'onOpen'>) {
  const { t } = useTranslation();
  const words = (
    <>
      {notification.text}
      {notification.count !== undefined && notification.count > 1 && <span className={styles.count}>{t('notifications.list.times', { count: notification.count })}</span>}
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
