// Connects NotificationsPopover with the core.
import { useEffect } from 'react';
import type { NamedCustomerView, NoticeKind, NoticeView } from 'core-wasm';
import { fileAt, releaseFile } from '../../core/ports/localFiles';
import { guardLeaving } from '../../core/ports/leaveGuard';
import { useCore, useIntent, useSlice } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { customerName } from '../../i18n/visitors';
import { isNumber, useFastTrigger, useNumberChannels } from '../../shared/numberChannels';
import { discardUnsentFile, useUnsentFiles } from '../../shared/unsentFiles';
import { NotificationsPopover } from './NotificationsPopover';
import type { NotificationType } from './notificationViews';

const typeOf: Record<NoticeKind, NotificationType> = {
  message: 'message',
  unsent: 'unsent',
  pause: 'pause',
  system: 'system',
  ended: 'ended',
  transfer: 'transfer',
  mention: 'mention',
  snooze: 'snooze',
  leftList: 'leftList',
  numberFault: 'error',
  success: 'success',
  info: 'system',
  warning: 'warning',
  error: 'error',
};

/** The kind of notices of calls does not tell them from other warnings; their text does. */
const typeOfCall: Readonly<Partial<Record<string, NotificationType>>> = {
  callReceived: 'call',
  callLost: 'missedCall',
};

/** Files of unsent messages are lost at a reload. */
const unsentUploads = {};

export function NotificationsPopoverContainer() {
  const { unread, items } = useSlice('notifications');
  const core = useCore();
  const unsentFiles = useUnsentFiles();
  const intend = useIntent();
  const say = useCoreText();
  const { t } = useTranslation();
  const callNumber = useFastTrigger();
  const canCall = useNumberChannels().includes('voice');
  const keepsFiles = items.some(({ file }) => fileAt(file) !== undefined);
  useEffect(() => {
    guardLeaving(unsentUploads, keepsFiles);
    return () => guardLeaving(unsentUploads, false);
  }, [keepsFiles]);
  const find = (id: string): NoticeView | undefined => items.find((notice) => notice.id === id);
  const open = ({ protocol, contactId }: Pick<NamedCustomerView, 'protocol' | 'contactId'>): void =>
    intend({ area: 'notifications', type: 'openCustomer', protocol, contactId });
  const phoneOfMissed = ({ title: { key, params } }: NoticeView): string | undefined => {
    const { phone = '' } = params as Readonly<Partial<Record<string, string>>>;
    return key === 'callLost' && canCall && isNumber(phone) ? phone : undefined;
  };
  return (
    <NotificationsPopover
      unread={unread}
      notifications={() =>
        items.map((notice) => ({
          id: notice.id,
          type: typeOfCall[notice.title.key] ?? typeOf[notice.kind],
          text: say(
            notice.kind === 'message'
              ? { ...notice.title, params: { ...notice.title.params, count: notice.count } }
              : notice.title,
          ),
          count: notice.kind === 'message' || notice.customers.length > 1 ? 1 : notice.count,
          customers: notice.customers.map((customer) => ({ ...customer, name: customerName(customer.name, t) })),
          opens: notice.protocol !== '' || notice.customers.length === 1,
          body: notice.body,
          phone: phoneOfMissed(notice),
          file: fileAt(notice.file),
          time: notice.time,
          read: notice.read,
        }))
      }
      onToggleRead={(id) =>
        intend({ area: 'notifications', type: 'notificationRead', id, read: find(id)?.read !== true })
      }
      onReadAll={() => intend({ area: 'notifications', type: 'notificationsReadAll' })}
      onDiscard={(id) => {
        releaseFile(find(id)?.file ?? '');
        intend({ area: 'notifications', type: 'notificationDismissed', id });
      }}
      unsentFiles={unsentFiles}
      onDiscardFile={(id) => discardUnsentFile(core, id)}
      onOpen={(id) => {
        const notice = find(id);
        if (notice === undefined) return;
        intend({ area: 'notifications', type: 'notificationRead', id, read: true });
        const [first, second] = notice.customers;
        if (first !== undefined && second === undefined) open(first);
        else if (notice.protocol !== '') open({ protocol: notice.protocol, contactId: '' });
      }}
      onCallBack={(id) => {
        const notice = find(id);
        const phone = notice === undefined ? undefined : phoneOfMissed(notice);
        if (phone === undefined) return;
        intend({ area: 'notifications', type: 'notificationRead', id, read: true });
        callNumber?.({ phone, name: '', channel: 'voice' });
      }}
      onOpenCustomer={(id, customer) => {
        intend({ area: 'notifications', type: 'notificationRead', id, read: true });
        open(customer);
      }}
    />
  );
}
