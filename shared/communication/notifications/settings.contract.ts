import { array, type InferType, object } from "yup";
import { boolean, number, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, messageReply, reply, secretField, textField, wholeNumber } from "../../kernel/fields";
import { emailChoices, type NotificationTopic, notificationTopics } from "./notifications.topics";
import { parseMinuteOfDay } from "./quiet.rules";

const open = ["planExpired"] as const;

const clock = () =>
  textField(5).test(
    "clock",
    "field.time",
    (value) => value === undefined || value === "" || parseMinuteOfDay(value) !== null,
  );

const weekday = () => wholeNumber(0, 6);

const wayFields = object({
  in_app: boolean().typeError("field.boolean"),
  email: string().oneOf([...emailChoices], "field.oneOf"),
  push: boolean().typeError("field.boolean"),
}).default(undefined);

const perTopic = Object.fromEntries(notificationTopics.map((topic) => [topic, wayFields])) as Record<
  NotificationTopic,
  typeof wayFields
>;

export const settingsChange = object({
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
  /** Null if the mute is permanent. */
  until: reply.textOrNull(),
});

export const notificationSettingsReply = object({
  topics: array(
    object({
      topic: string()
        .oneOf([...notificationTopics])
        .required(),
      in_app: boolean().required(),
      email: string()
        .oneOf([...emailChoices])
        .required(),
      push: boolean().required(),
      /** True for topics about changes of access, which cannot be hidden from the app. */
      in_app_locked: boolean().required(),
    }),
  ).required(),
  digest: object({
    time: reply.text(),
    weekday: reply.number(),
    /** Day of the next digest in the user's time zone; null if none is scheduled. */
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
  summary: "Returns the caller's notification settings: channels, quiet hours, muted items and push subscriptions.",
  openWhen: open,
  reply: dataReply(notificationSettingsReply),
});

export const changeNotificationSettings = endpoint({
  method: "PUT",
  path: "/notification/settings",
  summary: "Updates the caller's notification settings. Omitted fields are unchanged.",
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
  /** ISO 8601 time; if omitted, the mute is permanent. */
  until: textField(40)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("moment", "field.day", isMoment),
}).test("one", "notification.muteWhat", ({ project_id, task_id }, context) =>
  (project_id === undefined) === (task_id === undefined)
    ? context.createError({ path: "task_id", message: "notification.muteWhat" })
    : true,
);

export const muteNotifications = endpoint({
  method: "PUT",
  path: "/notification/mute",
  summary: "Mutes a project or task, for a time or permanently, or unmutes it. Mentions are still sent.",
  openWhen: open,
  body: muteSchema,
  reply: messageReply,
  example: { body: { task_id: 1, muted: true } },
});

export const subscribeToPush = endpoint({
  method: "POST",
  path: "/notification/push-subscription",
  summary: "Subscribes this browser to push messages.",
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
  summary: "Unsubscribes this browser from push messages.",
  openWhen: open,
  body: object({ endpoint: secretField(1_000).required("field.required") }),
  reply: messageReply,
  example: { body: { endpoint: "https://fcm.googleapis.com/fcm/send/none" } },
});

export const sendTestNotification = endpoint({
  method: "POST",
  path: "/notification/test",
  summary: "Sends a test notification to the caller on all channels.",
  openWhen: open,
  reply: messageReply,
});

/** Targets of unsubscribe links: a topic, a digest, or analytics reports. */
export const unsubscribeTargets = [...notificationTopics, "daily", "weekly", "reports"] as const;
export type UnsubscribeTarget = (typeof unsubscribeTargets)[number];

const byToken = object({ token: secretField(300).required("field.required") });
const stopReply = dataReply(
  object({
    what: string()
      .oneOf([...unsubscribeTargets])
      .required(),
    email: reply.text(),
  }),
);

export const readUnsubscribe = endpoint({
  method: "GET",
  path: "/notification/unsubscribe",
  summary: "Returns what the unsubscribe link of an e-mail stops. Requires no session.",
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
  summary: "Unsubscribes with the token of an e-mail in one step (RFC 8058). Requires no session.",
  access: "public",
  openWhen: ["planExpired", "tenantInactive"],
  query: byToken,
  reply: stopReply,
  problems: ["notification.linkInvalid"],
  example: { query: { token: "none" } },
});
