// The notification centre beside the core: how much is unread, and the notices themselves while they are seen. Every message of a customer changes both.
import { useSlice } from '../../core/react';
import { onDemand } from '../../design/onDemand';
import { NotificationsPopover } from './NotificationsPopover';

const Notices = onDemand(() => import('./Notices').then((module) => module.Notices));

export function NotificationCentre() {
  return <NotificationsPopover unread={useSlice('unreadNotices')} panel={(chosen) => <Notices {...chosen} />} />;
}
