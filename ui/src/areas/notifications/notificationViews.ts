// What the bell and the panel of the notification centre show.

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

export type NotificationsFilter = 'all' | 'unread' | 'read';
