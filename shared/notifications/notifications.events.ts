import type { Notification } from "./notifications.contract";

/** On the person's own stream. */
export interface NotificationEvents {
  "notification.created": Notification & { unread_count: number };
  /** One more of the same: the notification as it is now, at the top of the inbox. */
  "notification.updated": Notification & { unread_count: number };
  /** `ids` null means all. */
  "notification.read": { ids: number[] | null; is_read: boolean; unread_count: number };
  "notification.cleared": { unread_count: 0 };
  /** Ways, quiet hours, mutes or subscriptions: screens that show them read them again. */
  "notification.settings": Record<string, never>;
}
