import { listNotifications } from "../../../shared/communication/notifications/notifications.contract";
import type { NotificationEvents } from "../../../shared/communication/notifications/notifications.events";
import { readNotificationSettings } from "../../../shared/communication/notifications/settings.contract";
import type { CommentEvents } from "../../../shared/work/comments/comments.events";
import { setUnreadCount } from "../../platform/api";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";

const list = (_: unknown, cache: LiveCache) => cache.refetchSoon(listNotifications);

const counted = (event: { data: { unread_count: number } }, cache: LiveCache) => {
  setUnreadCount(event.data.unread_count);
  list(event, cache);
};

export const notificationsLive: LiveUpdates<NotificationEvents, CommentEvents> = {
  "notification.created": counted,
  "notification.updated": counted,
  "notification.read": counted,
  "notification.cleared": counted,
  "notification.settings": (_, cache) => cache.refetchSoon(readNotificationSettings),
  // Notifications quote the comment.
  "comment.updated": list,
  "comment.deleted": list,
  "comment.restored": list,
};
