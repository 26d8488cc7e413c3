// The notification centre: lists all, unread or read notifications, of all kinds or one, and toggles each between read and unread.
import {
  ArrowLeftRight,
  AlarmClock,
  AtSign,
  Bell,
  CircleAlert,
  CircleCheck,
  FilePenLine,
  Info,
  LogOut,
  MessageSquare,
  PhoneIncoming,
  PhoneMissed,
  TriangleAlert,
  UserX,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { EmptyState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { PauseBarsGlyph } from '../../design/icons/glyphs';
import { SegmentedControl } from '../../design/SegmentedControl';
import { Select } from '../../design/Select';
import { useToday } from '../../core/page/today';
import { formatListTime, formatPhone } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import type { NamedCustomerView } from 'core-wasm';
import type {
  NotificationsFilter,
  NotificationsKind,
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
  ended: UserX,
  transfer: ArrowLeftRight,
  mention: AtSign,
  call: PhoneIncoming,
  missedCall: PhoneMissed,
  snooze: AlarmClock,
  leftList: LogOut,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

const passes: Record<NotificationsFilter, (notification: NotificationView) => boolean> = {
  all: () => true,
  unread: ({ read }) => !read,
  read: ({ read }) => read,
};

const typesOf: Record<NotificationsKind, ReadonlyArray<NotificationType> | undefined> = {
  all: undefined,
  messages: ['message'],
  missedCalls: ['missedCall'],
  mentions: ['mention'],
};
const kinds = Object.keys(typesOf) as ReadonlyArray<NotificationsKind>;

export interface NotificationsPanelProps extends NotificationsPopoverProps {
  kind: NotificationsKind;
  onKindChange: (kind: NotificationsKind) => void;
  filter: NotificationsFilter;
  onFilterChange: (filter: NotificationsFilter) => void;
}

export function NotificationsPanel({
  notifications,
  unread,
  onToggleRead,
  onReadAll,
  onOpen,
  onOpenCustomer,
  onDiscard,
  unsentFiles,
  onDiscardFile,
  onCallBack,
  kind,
  onKindChange,
  filter,
  onFilterChange,
}: NotificationsPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const all = notifications();
  const unsent = all.filter(({ type }) => type === 'unsent');
  const others = all.filter(({ type }) => type !== 'unsent');
  const shown = others.filter(
    (notification) => passes[filter](notification) && typesOf[kind]?.includes(notification.type) !== false,
  );
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
        <span className={styles.kind}>
          <Select
            label={t('notifications.list.kind')}
            value={kind}
            options={kinds.map((value) => ({ value, label: t(`notifications.list.kinds.${value}`) }))}
            onChange={onKindChange}
          />
        </span>
      </div>
      {unsent.length + unsentFiles.length > 0 && (
        <UnsentItems
          texts={unsent.map(({ id, text, body = '', file }) => ({ id, title: text, body, file }))}
          onOpen={onOpen}
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
              <NotificationGlyph notification={notification} />
              <NotificationText
                notification={notification}
                onOpen={onOpen}
                onOpenCustomer={onOpenCustomer}
                onCallBack={onCallBack}
              />
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

/** The customer with the kind of the notification, or the kind alone. */
function NotificationGlyph({ notification: { type, customers = [] } }: { notification: NotificationView }) {
  const [customer] = customers;
  if (customer === undefined) return <Icon glyph={glyphOf[type]} className={styles.glyph} data-type={type} />;
  return <Avatar initials={customer.initials} color={customer.color} size={36} badge={glyphOf[type]} />;
}

/** Number of names shown before "+2". */
const shownNames = 3;

function NotificationText({
  notification,
  onOpen,
  onOpenCustomer,
  onCallBack,
}: { notification: NotificationView } & Pick<NotificationsPopoverProps, 'onOpen' | 'onOpenCustomer' | 'onCallBack'>) {
  const { t } = useTranslation();
  const { id, type, text, count = 1, body = '', customers = [], phone } = notification;
  const [customer, second] = customers;
  // A text about a message contains the customer's name.
  const name = customer === undefined || second !== undefined || type === 'message' ? '' : customer.name;
  const words = (
    <>
      {name !== '' && <bdi className={styles.name}>{name}</bdi>}
      <span className={styles.what}>{text}</span>
      {count > 1 && <span className={styles.count}>{t('notifications.list.times', { count })}</span>}
      {body !== '' && (
        <bdi dir="auto" className={styles.body}>
          {body}
        </bdi>
      )}
    </>
  );
  if (second !== undefined)
    return (
      <div className={styles.text}>
        {words}
        <CustomerNames customers={customers} onOpen={(chosen) => onOpenCustomer?.(id, chosen)} />
      </div>
    );
  if (phone !== undefined && onCallBack !== undefined)
    return (
      <div className={styles.text}>
        {words}
        <span className={styles.names}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('notifications.list.callBackTo', { number: formatPhone(phone) })}
            onClick={() => onCallBack(id)}
          >
            {t('notifications.list.callBack')}
          </button>
        </span>
      </div>
    );
  if (onOpen === undefined) return <span className={styles.text}>{words}</span>;
  return (
    <button type="button" className={styles.text} onClick={() => onOpen(id)}>
      {words}
      {customer !== undefined && (
        <span className={styles.open}>
          {t(type === 'mention' ? 'notifications.list.readNote' : 'notifications.list.open')}
        </span>
      )}
    </button>
  );
}

/** Three names, then "+2", which shows the remaining names; each name opens its conversation. */
function CustomerNames({
  customers,
  onOpen,
}: {
  customers: ReadonlyArray<NamedCustomerView>;
  onOpen: (customer: NamedCustomerView) => void;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all ? customers : customers.slice(0, shownNames);
  const more = customers.length - shown.length;
  return (
    <span className={styles.names}>
      {shown.map((customer) => (
        <button
          key={`${customer.protocol} ${customer.contactId}`}
          type="button"
          className={styles.chip}
          aria-label={t('notifications.list.openOf', { name: customer.name })}
          onClick={() => onOpen(customer)}
        >
          <bdi>{customer.name}</bdi>
        </button>
      ))}
      {more > 0 && (
        <button
          type="button"
          className={styles.chip}
          aria-label={t('notifications.list.moreNames', { count: more })}
          onClick={() => setAll(true)}
        >
          {t('notifications.list.more', { count: more })}
        </button>
      )}
    </span>
  );
}
