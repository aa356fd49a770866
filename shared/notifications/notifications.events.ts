import type { Notification } from "./notifications.contract";

/** On the person's own stream. */
export interface NotificationEvents {
  "notification.created": Notification & { unread_count: number };
  /** `ids` null means all. */
  "notification.read": { ids: number[] | null; is_read: boolean; unread_count: number };
  "notification.cleared": { unread_count: 0 };
}
