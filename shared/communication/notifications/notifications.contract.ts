import { array, type InferType, mixed, object } from "yup";
import { boolean, number, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { idField, idList, messageReply, pageMeta, pagingShape, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import {
  notificationKinds,
  notificationReasons,
  type NotificationSubject,
  notificationSubjects,
} from "./notifications.kinds";

export const notificationReply = object({
  id: reply.id(),
  is_read: boolean().required(),
  created_at: reply.text(),
  data: object({
    message: reply.text(),
    path: reply.text(),
    /** Heading under which notifications are grouped, e.g. `WEB-12` or the project's title. */
    group: reply.text(),
    sender: personReply.nullable().defined(),
    kind: string()
      .oneOf([...notificationKinds])
      .required(),
    /** Why the user is notified, as a code and as text in the user's language. */
    reason: string()
      .oneOf([...notificationReasons])
      .nullable()
      .defined(),
    because: reply.textOrNull(),
    /**
     * Several events about one subject are merged into one notification. `count` is the number of events, `others` the number of users
     * other than the sender.
     */
    count: reply.number(),
    others: reply.number(),
    task_id: reply.numberOrNull(),
    project_id: reply.numberOrNull(),
    /** Values of the placeholders in the message `notification.<kind>`, so that clients can render it in the current language. */
    values: mixed<Record<string, string>>().required(),
  }),
});
export type Notification = InferType<typeof notificationReply>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/notification",
  summary: "Lists the caller's notifications, newest first.",
  openWhen: ["planExpired", "viewing"],
  query: object({
    ...pagingShape,
    is_read: string().oneOf(["0", "1", "true", "false", ""], "field.oneOf"),
    kind: string().oneOf([...notificationKinds, ""], "field.oneOf"),
    about: string().oneOf([...notificationSubjects, ""], "field.oneOf"),
    project_id: idField("project"),
  }),
  reply: object({
    message: string(),
    data: array(notificationReply).required(),
    meta: pageMeta.shape({
      unread_count: reply.number(),
      unread_about: object(
        Object.fromEntries(notificationSubjects.map((subject) => [subject, number().required()])) as Record<
          NotificationSubject,
          ReturnType<typeof reply.number>
        >,
      ).required(),
    }),
  }),
});

export const readUnreadState = endpoint({
  method: "GET",
  path: "/notification/has-unread",
  summary: "Returns whether the caller has unread notifications.",
  openWhen: ["planExpired", "viewing"],
  reply: object({ message: string(), has_unread: boolean().required() }),
});

const notificationIds = object({ id: idList("notification", 1_000) });
const marked = messageReply.shape({ unread_count: reply.number() });

export const markAsRead = endpoint({
  method: "PATCH",
  path: "/notification/mark-as-read",
  summary: "Marks notifications as read.",
  openWhen: ["planExpired"],
  body: notificationIds,
  reply: marked,
  example: { body: {} },
});

export const markAsUnread = endpoint({
  method: "PATCH",
  path: "/notification/mark-as-unread",
  summary: "Marks notifications as unread.",
  openWhen: ["planExpired"],
  body: notificationIds,
  reply: marked,
  example: { body: {} },
});

export const deleteAllNotifications = endpoint({
  method: "DELETE",
  path: "/notification/delete-all",
  summary: "Deletes all notifications of the caller.",
  openWhen: ["planExpired"],
  reply: messageReply,
});
