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
import { isQuiet, wallTime } from "../../../shared/communication/notifications/quiet.rules";
import type { UnsubscribeTarget } from "../../../shared/communication/notifications/settings.contract";
import type {
  ClaimedDelivery,
  NotificationContent,
  DigestContent,
  ListedEvent,
  DeliveryRecipient,
} from "./deliveries.sql";
import { htmlMail, type MailContent, type MailEntry, plainMail } from "./mail.design";

/** Why a delivery is not sent now; null if it is sent. */
export function reasonToSkip(
  content: NotificationContent,
  to: DeliveryRecipient,
  channel: ClaimedDelivery["channel"],
  now: Date,
): string | null {
  if (!to.active) return "inactive";
  const topic = topicOf[content.kind];
  if (topic === null) return null; // the test notification
  if (content.read) return "read";
  const ways = channelsOf(topic, to.topics);
  if (channel === "mail" ? ways.email !== "now" : !ways.push) return "off";
  const passes = topic === "mentions" && to.mentions_through;
  return !passes && isQuiet(quietHoursOf(to), wallTime(now, to.time_zone)) ? "quiet" : null;
}

export interface MailContext {
  origin: string;
  tenantId: number;
  /** Returns an unsubscribe link that works without signing in. */
  stopLink(what: UnsubscribeTarget): Promise<string>;
}

const hostOf = (origin: string) => new URL(origin).hostname;

function entryOf(content: NotificationContent, event: ListedEvent, text: Translate, origin: string): MailEntry {
  const texts = {
    kind: "key" in event.values ? singleKindOf(content.kind) : content.kind,
    values: event.values,
    others: 0,
  };
  const { key: named, title = "" } = localizedValuesIn(text.language, event.values);
  const key = named ?? (content.subject === event.values.title ? title : content.subject);
  // Several tasks have no common name, only the key of the latest.
  const many = isGroupedKind(texts.kind);
  const context = many ? "" : key === title || key === "" ? title : `${key} ${title}`;
  const because = content.reason && text(`notification.reason.${content.reason}`);
  const line = notificationSubjectOf(content.kind) === "requests" ? (nextStepOf(texts, text) ?? "") : context;
  return { text: notificationMessage(texts, text), context: line, because, link: origin + event.path };
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
  around: MailContext,
): Promise<Mail> {
  const text = translator(to.language ?? "en");
  const latest = events.at(-1) ?? content;
  // A notification about several tasks is described by the number of tasks; a notification about a single task is described by its latest
  // event.
  const shown = isGroupedKind(content.kind) ? content : latest;
  const subject = notificationMessage({ kind: content.kind, values: shown.values, others: 0 }, text);
  const more = (events[0]?.count ?? 0) - events.length;
  const topic = topicOf[content.kind];
  const { key, title: named = "" } = shown.values;
  const title =
    (key ? `${key} ${named}`.trim() : notificationSummary({ kind: content.kind, values: shown.values }, text)) ||
    subject;
  const entries = events.map((event) => entryOf(content, event, text, around.origin));
  const [only] = entries;
  const thread = content.task_id ? `<task-${content.task_id}.${around.tenantId}@${hostOf(around.origin)}>` : undefined;
  return mailOf(delivery, to, around, topic, subject, thread, {
    title,
    intro: more > 0 ? text("mail.notify.more", { count: more }) : null,
    entries:
      only && entries.length === 1 && !key && only.context !== "" ? [onlyEntry(only)] : entries.map(withoutRepetition),
    button: { label: text("mail.notify.open"), link: around.origin + shown.path },
  });
}

export function digestMail(
  delivery: ClaimedDelivery,
  { cadence }: DigestContent,
  contents: readonly NotificationContent[],
  to: DeliveryRecipient,
  around: MailContext,
): Promise<Mail> {
  const text = translator(to.language ?? "en");
  const title = text(`mail.digest.${cadence}`, { count: contents.length });
  const entries = contents.map((content) =>
    withoutRepetition({
      ...entryOf(content, content, text, around.origin),
      text: notificationMessage(content, text),
    }),
  );
  const button = { label: text("mail.notify.all"), link: `${around.origin}/profile/notifications` };
  return mailOf(delivery, to, around, cadence, title, undefined, { title, intro: null, entries, button });
}

async function mailOf(
  delivery: ClaimedDelivery,
  to: DeliveryRecipient,
  around: MailContext,
  what: UnsubscribeTarget | null,
  subject: string,
  references: string | undefined,
  content: Pick<MailContent, "title" | "intro" | "entries" | "button">,
): Promise<Mail> {
  const language = to.language ?? "en";
  const text = translator(language);
  const stop = what && (await around.stopLink(what));
  const name = what && text(`notification.topic.${what}`);
  const foot = [
    ...(stop && name ? [{ label: text("mail.notify.stop", { topic: name }), link: stop }] : []),
    { label: text("mail.notify.settings"), link: `${around.origin}/profile/notifications/settings` },
  ];
  const full: MailContent = { ...content, language, from: to.organisation, logo: to.logo_mark !== null, foot };
  return {
    sender: to.mail_sender,
    logo: to.logo_mark,
    to: to.email,
    subject,
    text: plainMail(full),
    html: htmlMail(full),
    // Stays the same for every retry, so that mail clients show the email once.
    messageId: `<notification-${delivery.id}.${around.tenantId}@${hostOf(around.origin)}>`,
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
    title: to.organisation,
    body: notificationMessage({ kind: content.kind, values: latest.values, others: content.others }, text),
    path: latest.path,
    tag: pushTagOf(content),
    notification_id: content.id,
    lang: language,
    dir: languages[language].direction,
  });
}

export const pushTagOf = ({ id }: NotificationContent) => `notification-${id}`;
