import { array, type InferType, mixed, object } from "yup";
import { boolean, number, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { idField, idList, messageReply, pageMeta, pagingShape, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { notificationKinds, reasons, type Subject, subjects } from "./notifications.kinds";

export const notificationReply = object({
  id: reply.id(),
  is_read: boolean().required(),
  created_at: reply.text(),
  data: object({
    /** In the reader's language. */
    message: reply.text(),
    path: reply.text(),
    /** What it hangs on, e.g. `WEB-12` or the project's title. */
    group: reply.text(),
    sender: personReply.nullable().defined(),
    kind: string()
      .oneOf([...notificationKinds])
      .required(),
    /** Why this person is told, and the same in their language. */
    reason: string()
      .oneOf([...reasons])
      .nullable()
      .defined(),
    because: reply.textOrNull(),
    /** A burst on one thing is one notification: how many there were, and how many people beside the sender. */
    count: reply.number(),
    others: reply.number(),
    task_id: reply.numberOrNull(),
    project_id: reply.numberOrNull(),
    /** Placeholders of the message `notification.<kind>`, so that a screen can tell it in its own language. */
    values: mixed<Record<string, string>>().required(),
  }),
});
export type Notification = InferType<typeof notificationReply>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/notification",
  summary: "One's notifications, newest first.",
  openWhen: ["planExpired", "viewing"],
  query: object({
    ...pagingShape,
    is_read: string().oneOf(["0", "1", "true", "false", ""], "field.oneOf"),
    kind: string().oneOf([...notificationKinds, ""], "field.oneOf"),
    /** A whole tab: mentions, tasks, comments or projects. */
    about: string().oneOf([...subjects, ""], "field.oneOf"),
    project_id: idField("project"),
  }),
  reply: object({
    message: string(),
    data: array(notificationReply).required(),
    meta: pageMeta.shape({
      unread_count: reply.number(),
      /** Of these, by what they are about. */
      unread_about: object(
        Object.fromEntries(subjects.map((subject) => [subject, number().required()])) as Record<
          Subject,
          ReturnType<typeof reply.number>
        >,
      ).required(),
    }),
  }),
});

export const hasUnread = endpoint({
  method: "GET",
  path: "/notification/has-unread",
  summary: "Whether anything is unread.",
  openWhen: ["planExpired", "viewing"],
  reply: object({ message: string(), has_unread: boolean().required() }),
});

/** One id or several; without it, all. */
const which = object({ id: idList("notification", 1_000) });
const marked = messageReply.shape({ unread_count: reply.number() });

export const markAsRead = endpoint({
  method: "PATCH",
  path: "/notification/mark-as-read",
  summary: "Marks notifications as read.",
  openWhen: ["planExpired"],
  body: which,
  reply: marked,
  example: { body: {} },
});

export const markAsUnread = endpoint({
  method: "PATCH",
  path: "/notification/mark-as-unread",
  summary: "Marks notifications as unread.",
  openWhen: ["planExpired"],
  body: which,
  reply: marked,
  example: { body: {} },
});

export const deleteAllNotifications = endpoint({
  method: "DELETE",
  path: "/notification/delete-all",
  summary: "Deletes all of one's notifications.",
  openWhen: ["planExpired"],
  reply: messageReply,
});
