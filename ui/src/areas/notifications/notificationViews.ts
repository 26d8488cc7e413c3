// The data of the notification centre: bell and panel.
import type { NamedCustomerView } from 'core-wasm';
import type { UnsentFile } from '../../shared/unsentFiles';

export type NotificationType =
  | 'message'
  | 'pause'
  | 'unsent'
  | 'system'
  | 'ended'
  | 'transfer'
  | 'mention'
  | 'call'
  | 'missedCall'
  | 'snooze'
  | 'leftList'
  | 'success'
  | 'warning'
  | 'error';

export interface NotificationView {
  id: string;
  type: NotificationType;
  text: string;
  /** Text of customers or agents, shown unchanged. */
  body?: string | undefined;
  /** Of an unsent message: its file, as long as this page holds it. */
  file?: File | undefined;
  time: number;
  read: boolean;
  /** The customers of the notification, the latest first. */
  customers?: ReadonlyArray<NamedCustomerView> | undefined;
  /** Whether opening the notification leads to a conversation. */
  opens?: boolean | undefined;
  /** The number of a missed call, if the agent can call it. */
  phone?: string | undefined;
  /** How often the same notification was repeated. */
  count?: number | undefined;
}

export interface NotificationsPopoverProps {
  /** Newest first. Called only while the panel is open. */
  notifications: () => ReadonlyArray<NotificationView>;
  unread: number;
  onToggleRead: (id: string) => void;
  onReadAll: () => void;
  onOpen?: ((id: string) => void) | undefined;
  /** One of the notification's customers. */
  onOpenCustomer?: ((id: string, customer: NamedCustomerView) => void) | undefined;
  /** Calls the number of a missed call. */
  onCallBack?: ((id: string) => void) | undefined;
  /** Unsent texts: removed only when the agent discards them. */
  onDiscard: (id: string) => void;
  /** Files of ended attendances that were not sent. */
  unsentFiles: ReadonlyArray<UnsentFile>;
  onDiscardFile: (id: string) => void;
}

export type NotificationsFilter = 'all' | 'unread' | 'read';
export type NotificationsKind = 'all' | 'messages' | 'missedCalls' | 'mentions';
