import { array, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { boolean, number } from "../../kernel/schemas";
import { notificationReply } from "./notifications.contract";

const counted = notificationReply.shape({ unread_count: reply.number() });

export const notificationEvents = defineEvents({
  "notification.created": counted,
  /** Another event was merged into the notification, which moves to the top. */
  "notification.updated": counted,
  /** `ids` is null for all notifications. */
  "notification.read": object({
    ids: array(reply.id()).nullable().defined(),
    is_read: boolean().required(),
    unread_count: reply.number(),
  }),
  "notification.cleared": object({ unread_count: number().oneOf([0]).required() }),
  /** Channels, quiet hours, mutes or subscriptions changed; screens reload the settings. */
  "notification.settings": object({}),
});

export interface NotificationEvents extends EventsOf<typeof notificationEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends NotificationEvents {}
}
