import type { ServerFeature } from "../../platform/features";
import { NotificationEntity } from "./notification.entity";
import { registerNotificationsRoutes } from "./notifications.routes";
import { maxStoredNotifications } from "./notifications.service";
import { registerNotificationSettingsRoutes } from "./settings.routes";

export const notificationsFeature = {
  routes: [registerNotificationsRoutes, registerNotificationSettingsRoutes],
  entities: [NotificationEntity],
  housekeeping: [
    // After 60 days an event cannot be repeated anymore.
    "DELETE FROM notification_event WHERE at < now() - interval '60 days'",
    "DELETE FROM notification_delivery WHERE done_at < now() - interval '30 days'",
    "DELETE FROM notification_digest WHERE created_at < now() - interval '60 days'",
    // Deletes notifications beyond the newest of each user, which no screen displays.
    `DELETE FROM notification WHERE id = ANY(ARRAY(
       SELECT old.id FROM app_user u, LATERAL (SELECT n.id FROM notification n WHERE n.tenant_id = u.tenant_id AND n.user_id = u.id
         ORDER BY n.created_at DESC, n.id DESC OFFSET ${maxStoredNotifications}) old))`,
    "DELETE FROM task_reminder WHERE at < now() - interval '90 days'",
    "DELETE FROM notification_mute WHERE until < now() - interval '1 day'",
  ],
  personalData: {
    areas: {
      notifications:
        "notification.user_id notification_preference.user_id notification_mute.user_id task_reminder.user_id",
    },
    actors: "notification.sender_id",
    internal: `push_subscription.user_id notification_event.user_id notification_digest.user_id notification_delivery.user_id`,
  },
  unexportedTables: "push_subscription notification_delivery notification_digest notification_event",
  demo: {
    inboxes: async () => (await import("./demo/demo.inbox")).writeInboxes,
  },
} satisfies ServerFeature;
