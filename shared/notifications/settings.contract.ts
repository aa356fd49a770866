import { array, type InferType, object } from "yup";
import { boolean, number, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, messageReply, reply, secretField, textField, wholeNumber } from "../kernel/fields";
import { emailChoices, type Topic, topics } from "./notifications.topics";
import { minuteOf } from "./quiet.rules";

const open = ["planExpired"] as const;

const clock = () =>
  textField(5).test("clock", "field.time", (value) => value === undefined || value === "" || minuteOf(value) !== null);

const weekday = () => wholeNumber(0, 6);

const wayFields = object({
  in_app: boolean().typeError("field.boolean"),
  email: string().oneOf([...emailChoices], "field.oneOf"),
  push: boolean().typeError("field.boolean"),
}).default(undefined);

const perTopic = Object.fromEntries(topics.map((topic) => [topic, wayFields])) as Record<Topic, typeof wayFields>;

export const settingsChange = object({
  /** Only what changes. */
  topics: object(perTopic).default(undefined),
  digest_time: clock(),
  digest_weekday: weekday(),
  quiet: object({
    on: boolean().typeError("field.boolean"),
    from: clock(),
    to: clock(),
    days: array(weekday().required()).max(7, "field.tooMany").typeError("field.list"),
    mentions: boolean().typeError("field.boolean"),
  }).default(undefined),
});
export type SettingsChange = InferType<typeof settingsChange>;

const muteReply = object({
  project: object({ id: reply.id(), title: reply.text(), color: reply.text() }).nullable().defined(),
  task: object({ id: reply.id(), key: reply.text(), title: reply.text() }).nullable().defined(),
  /** Null: for good. */
  until: reply.textOrNull(),
});

export const notificationSettingsReply = object({
  topics: array(
    object({
      topic: string()
        .oneOf([...topics])
        .required(),
      in_app: boolean().required(),
      email: string()
        .oneOf([...emailChoices])
        .required(),
      push: boolean().required(),
      /** What one may open has changed: that always stands in the app. */
      in_app_locked: boolean().required(),
    }),
  ).required(),
  digest: object({
    time: reply.text(),
    weekday: reply.number(),
    /** When the next one comes, by the person's own calendar; null when none will. */
    next_day: reply.textOrNull(),
    waiting: reply.number(),
  }),
  quiet: object({
    on: boolean().required(),
    from: reply.text(),
    to: reply.text(),
    days: array(number().required()).required(),
    mentions: boolean().required(),
  }),
  time_zone: reply.text(),
  email: reply.text(),
  mutes: array(muteReply).required(),
  push: object({ public_key: reply.text(), endpoints: array(string().required()).required() }),
});
export type NotificationSettings = InferType<typeof notificationSettingsReply>;

export const readNotificationSettings = endpoint({
  method: "GET",
  path: "/notification/settings",
  summary: "What reaches one in which way, quiet hours, what is muted, and the browsers that get push messages.",
  openWhen: open,
  reply: dataReply(notificationSettingsReply),
});

export const changeNotificationSettings = endpoint({
  method: "PUT",
  path: "/notification/settings",
  summary: "Changes some of one's notification settings; what isn't sent stays as it is.",
  openWhen: open,
  body: settingsChange,
  reply: dataReply(notificationSettingsReply),
  example: { body: { topics: { comments: { email: "daily" } }, digest_time: "08:30", quiet: { on: true } } },
});

const isMoment = (value: string | null | undefined) => value == null || !Number.isNaN(Date.parse(value));

export const muteSchema = object({
  project_id: idField("project"),
  task_id: idField("task"),
  muted: boolean().default(true).typeError("field.boolean"),
  /** ISO 8601. Without it: for good. */
  until: textField(40)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("moment", "field.day", isMoment),
}).test("one", "notification.muteWhat", ({ project_id, task_id }, context) =>
  (project_id === undefined) === (task_id === undefined)
    ? context.createError({ path: "task_id", message: "notification.muteWhat" })
    : true,
);

export const mute = endpoint({
  method: "PUT",
  path: "/notification/mute",
  summary: "Mutes a project or a task, for a time or for good, or lets it be heard again. Mentions come through.",
  openWhen: open,
  body: muteSchema,
  reply: messageReply,
  example: { body: { task_id: 1, muted: true } },
});

export const subscribeToPush = endpoint({
  method: "POST",
  path: "/notification/push-subscription",
  summary: "Sends push messages to this browser from now on.",
  openWhen: open,
  body: object({
    endpoint: secretField(1_000).required("field.required"),
    keys: object({
      p256dh: secretField(120)
        .matches(/^[\w-]{80,100}=*$/, "field.invalid")
        .required("field.required"),
      auth: secretField(40)
        .matches(/^[\w-]{20,30}=*$/, "field.invalid")
        .required("field.required"),
    }).required("field.required"),
  }),
  reply: messageReply,
  status: 201,
  example: {
    body: {
      endpoint: "https://fcm.googleapis.com/fcm/send/none",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
  },
});

export const unsubscribeFromPush = endpoint({
  method: "DELETE",
  path: "/notification/push-subscription",
  summary: "Sends no more push messages to this browser.",
  openWhen: open,
  body: object({ endpoint: secretField(1_000).required("field.required") }),
  reply: messageReply,
  example: { body: { endpoint: "https://fcm.googleapis.com/fcm/send/none" } },
});

export const sendTestNotification = endpoint({
  method: "POST",
  path: "/notification/test",
  summary: "Sends oneself a notification in every way there is.",
  openWhen: open,
  reply: messageReply,
});

/** What a link in a mail stops: one topic, a digest, or analytics by mail. */
export const stoppable = [...topics, "daily", "weekly", "reports"] as const;
export type Stoppable = (typeof stoppable)[number];

const byToken = object({ token: secretField(300).required("field.required") });
const stopReply = dataReply(
  object({
    what: string()
      .oneOf([...stoppable])
      .required(),
    email: reply.text(),
  }),
);

export const readUnsubscribe = endpoint({
  method: "GET",
  path: "/notification/unsubscribe",
  summary: "What the link of a mail would stop. Needs no session.",
  access: "public",
  openWhen: ["planExpired", "tenantInactive"],
  query: byToken,
  reply: stopReply,
  problems: ["notification.linkInvalid"],
  example: { query: { token: "none" } },
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/notification/unsubscribe",
  summary: "Stops the mails that the token of a mail stands for, in one step (RFC 8058). Needs no session.",
  access: "public",
  openWhen: ["planExpired", "tenantInactive"],
  query: byToken,
  reply: stopReply,
  problems: ["notification.linkInvalid"],
  example: { query: { token: "none" } },
});
