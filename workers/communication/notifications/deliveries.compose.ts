import {
  notificationMessage,
  nextStepOf,
  notificationSummary,
} from "../../../server/communication/notifications/notifications.present";
import { quietHoursOf } from "../../../server/communication/notifications/settings.service";
import type { Mail } from "../../../server/platform/mail/mail";
import { type Translate, translator } from "../../../server/platform/text";
import { languages } from "../../../shared/kernel/languages";
import { localizedValuesIn } from "../../../shared/communication/notifications/request.texts";
import {
  isGroupedKind,
  singleKindOf,
  notificationSubjectOf,
  topicOf,
} from "../../../shared/communication/notifications/notifications.kinds";
import { channelsOf } from "../../../shared/communication/notifications/notifications.topics";
import { remainingQuietMinutes, wallTime } from "../../../shared/communication/notifications/quiet.rules";
import type { UnsubscribeTarget } from "../../../shared/communication/notifications/settings.contract";
import {
  type ClaimedDelivery,
  type NotificationContent,
  type DigestContent,
  type ListedEvent,
  type DeliveryRecipient,
  maxListedNotifications,
} from "./deliveries.sql";
import { htmlMail, type MailContent, type MailEntry, plainMail } from "./mail.design";

/** `off`: the user has switched the channel off. */
export type UnwantedReason = "inactive" | "read" | "off";

/** Why a delivery is not sent, neither now nor after quiet hours; null if it is sent. */
export function reasonToSkip(
  content: NotificationContent,
  to: DeliveryRecipient,
  channel: ClaimedDelivery["channel"],
): UnwantedReason | null {
  if (!to.active) return "inactive";
  const topic = topicOf[content.kind];
  if (topic === null) return null; // the test notification
  if (content.read) return "read";
  const channels = channelsOf(topic, to.topics);
  return (channel === "mail" ? channels.email !== "now" : !channels.push) ? "off" : null;
}

/** Minutes that a delivery waits for the end of quiet hours; 0 if it is sent now. */
export function quietMinutesFor({ kind }: NotificationContent, to: DeliveryRecipient): number {
  const topic = topicOf[kind];
  if (topic === null || (topic === "mentions" && to.mentions_through)) return 0;
  return remainingQuietMinutes(quietHoursOf(to), wallTime(to.now, to.time_zone));
}

export interface MailContext {
  origin: string;
  tenantId: number;
  /** Returns an unsubscribe link that works without signing in. */
  unsubscribeLink(target: UnsubscribeTarget): Promise<string>;
}

const hostOf = (origin: string) => new URL(origin).hostname;

function entryOf(content: NotificationContent, event: ListedEvent, text: Translate, origin: string): MailEntry {
  const texts = {
    kind: "key" in event.values ? singleKindOf(content.kind) : content.kind,
    values: event.values,
    others: 0,
  };
  const { key: taskKey, title = "" } = localizedValuesIn(text.language, event.values);
  const key = taskKey ?? (content.subject === event.values.title ? title : content.subject);
  // Several tasks have no common name, only the key of the latest.
  const isGrouped = isGroupedKind(texts.kind);
  const context = isGrouped ? "" : key === title || key === "" ? title : `${key} ${title}`;
  const reason = content.reason && text(`notification.reason.${content.reason}`);
  const secondLine = notificationSubjectOf(content.kind) === "requests" ? (nextStepOf(texts, text) ?? "") : context;
  return { text: notificationMessage(texts, text), context: secondLine, because: reason, link: origin + event.path };
}

/** Removes the record's name from an entry whose sentence already contains it. */
const withoutRepetition = (entry: MailEntry): MailEntry =>
  entry.text.includes(entry.context) ? { ...entry, context: "" } : entry;

/** Formats the entry of an email that has only one entry, because the subject already contains the entry's text. */
function onlyEntry(entry: MailEntry): MailEntry {
  return { ...entry, text: entry.context, context: "" };
}

/** One email for several merged events, with the latest event as subject and without events that earlier emails contained. */
export async function notificationMail(
  delivery: ClaimedDelivery,
  content: NotificationContent,
  events: readonly ListedEvent[],
  to: DeliveryRecipient,
  context: MailContext,
): Promise<Mail> {
  const text = translator(to.language ?? "en");
  const latest = events.at(-1) ?? content;
  // A notification about several tasks is described by the number of tasks; a notification about a single task is described by its latest
  // event.
  const described = isGroupedKind(content.kind) ? content : latest;
  const subject = notificationMessage({ kind: content.kind, values: described.values, others: 0 }, text);
  const unlistedCount = (events[0]?.count ?? 0) - events.length;
  const topic = topicOf[content.kind];
  const { key, title: taskTitle = "" } = described.values;
  const title =
    (key
      ? `${key} ${taskTitle}`.trim()
      : notificationSummary({ kind: content.kind, values: described.values }, text)) || subject;
  const entries = events.map((event) => entryOf(content, event, text, context.origin));
  const [only] = entries;
  const thread = content.task_id
    ? `<task-${content.task_id}.${context.tenantId}@${hostOf(context.origin)}>`
    : undefined;
  return mailOf(delivery, to, context, topic, subject, thread, {
    title,
    intro: unlistedCount > 0 ? text("mail.notify.more", { count: unlistedCount }) : null,
    entries:
      only && entries.length === 1 && !key && only.context !== "" ? [onlyEntry(only)] : entries.map(withoutRepetition),
    button: { label: text("mail.notify.open"), link: context.origin + described.path },
  });
}

export function digestMail(
  delivery: ClaimedDelivery,
  { cadence }: DigestContent,
  contents: readonly NotificationContent[],
  to: DeliveryRecipient,
  context: MailContext,
): Promise<Mail> {
  const text = translator(to.language ?? "en");
  const title = text(`mail.digest.${cadence}`, { count: contents.length });
  const unlistedCount = Math.max(0, contents.length - maxListedNotifications);
  const entries = contents.slice(0, maxListedNotifications).map((content) =>
    withoutRepetition({
      ...entryOf(content, content, text, context.origin),
      text: notificationMessage(content, text),
    }),
  );
  const button = { label: text("mail.notify.all"), link: `${context.origin}/profile/notifications` };
  const intro = unlistedCount > 0 ? text("mail.digest.more", { count: unlistedCount }) : null;
  return mailOf(delivery, to, context, cadence, title, undefined, { title, intro, entries, button });
}

async function mailOf(
  delivery: ClaimedDelivery,
  to: DeliveryRecipient,
  context: MailContext,
  target: UnsubscribeTarget | null,
  subject: string,
  references: string | undefined,
  content: Pick<MailContent, "title" | "intro" | "entries" | "button">,
): Promise<Mail> {
  const language = to.language ?? "en";
  const text = translator(language);
  const stop = target && (await context.unsubscribeLink(target));
  const name = target && text(`notification.topic.${target}`);
  const foot = [
    ...(stop && name ? [{ label: text("mail.notify.stop", { topic: name }), link: stop }] : []),
    { label: text("mail.notify.settings"), link: `${context.origin}/profile/notifications/settings` },
  ];
  const full: MailContent = { ...content, language, from: to.organization, logo: to.logo_mark !== null, foot };
  return {
    sender: to.mail_sender,
    logo: to.logo_mark,
    to: to.email,
    subject,
    text: plainMail(full),
    html: htmlMail(full),
    // Stays the same for every retry, so that mail clients show the email once.
    messageId: `<notification-${delivery.id}.${context.tenantId}@${hostOf(context.origin)}>`,
    ...(references ? { references } : {}),
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
      ...(stop ? { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
  };
}

/** Payload for the service worker. With the same tag, a repeated push replaces the previous one. */
export function pushPayload(
  content: NotificationContent,
  events: readonly ListedEvent[],
  to: DeliveryRecipient,
): string {
  const language = to.language ?? "en";
  const text = translator(language);
  const latest = isGroupedKind(content.kind) ? content : (events.at(-1) ?? content);
  return JSON.stringify({
    title: to.organization,
    body: notificationMessage({ kind: content.kind, values: latest.values, others: content.others }, text),
    path: latest.path,
    tag: pushTagOf(content),
    notification_id: content.id,
    lang: language,
    dir: languages[language].direction,
  });
}

export const pushTagOf = ({ id }: NotificationContent) => `notification-${id}`;
