import { messageOf, nextOf, whatOf } from "../../server/notifications/notifications.present";
import { quietOf } from "../../server/notifications/settings.service";
import type { Mail } from "../../server/platform/mail/mail";
import { type Translate, translator } from "../../server/platform/text";
import { languages } from "../../shared/kernel/languages";
import { valuesIn } from "../../shared/notifications/request.words";
import { subjectOf, topicOf } from "../../shared/notifications/notifications.kinds";
import { waysOf } from "../../shared/notifications/notifications.topics";
import { isQuiet, wallTime } from "../../shared/notifications/quiet.rules";
import type { Stoppable } from "../../shared/notifications/settings.contract";
import type { Claimed, Content, Digest, Event, Receiver } from "./deliveries.sql";
import { htmlMail, type MailContent, type MailEntry, plainMail } from "./mail.design";

/** Why something isn't sent after all, as things are now; null when it is. */
export function heldBack(content: Content, to: Receiver, channel: Claimed["channel"], now: Date): string | null {
  if (!to.active) return "inactive";
  const topic = topicOf[content.kind];
  if (topic === null) return null; // a test
  if (content.read) return "read";
  const ways = waysOf(topic, to.topics);
  if (channel === "mail" ? ways.email !== "now" : !ways.push) return "off";
  const passes = topic === "mentions" && to.mentions_through;
  return !passes && isQuiet(quietOf(to), wallTime(now, to.time_zone)) ? "quiet" : null;
}

export interface Surroundings {
  /** `https://portal.example`, without a slash at its end. */
  origin: string;
  tenantId: number;
  /** A link that stops mails like this one without signing in. */
  stopLink(what: Stoppable): Promise<string>;
}

const hostOf = (origin: string) => new URL(origin).hostname;

function entryOf(content: Content, event: Event, text: Translate, origin: string): MailEntry {
  const said = { kind: content.kind, values: event.values, others: 0 };
  const { key: named, title = "" } = valuesIn(text.language, event.values);
  const key = named ?? (content.subject === event.values.title ? title : content.subject);
  const context = key === title || key === "" ? title : `${key} ${title}`;
  const because = content.reason && text(`notification.reason.${content.reason}`);
  const line = subjectOf(content.kind) === "requests" ? (nextOf(said, text) ?? "") : context;
  return { text: messageOf(said, text), context: line, because, link: origin + event.path };
}

/** The one entry of a mail whose subject has said it already: what comes next instead of the same line again. */
function onlyEntry(entry: MailEntry): MailEntry {
  return { ...entry, text: entry.context, context: "" };
}

/** What is said of a burst: as one, with the latest; without what an earlier mail has told. */
export async function notificationMail(
  delivery: Claimed,
  content: Content,
  events: readonly Event[],
  to: Receiver,
  around: Surroundings,
): Promise<Mail> {
  const text = translator(to.language ?? "en");
  const latest = events.at(-1) ?? content;
  const subject = messageOf({ kind: content.kind, values: latest.values, others: 0 }, text);
  const more = (events[0]?.count ?? 0) - events.length;
  const topic = topicOf[content.kind];
  const { key, title: named = "" } = latest.values;
  const title =
    (key ? `${key} ${named}`.trim() : whatOf({ kind: content.kind, values: latest.values }, text)) || subject;
  const entries = events.map((event) => entryOf(content, event, text, around.origin));
  const [only] = entries;
  const thread = content.task_id ? `<task-${content.task_id}.${around.tenantId}@${hostOf(around.origin)}>` : undefined;
  return mailOf(delivery, to, around, topic, subject, thread, {
    title,
    intro: more > 0 ? text("mail.notify.more", { count: more }) : null,
    entries: only && entries.length === 1 && !key && only.context !== "" ? [onlyEntry(only)] : entries,
    button: { label: text("mail.notify.open"), link: around.origin + latest.path },
  });
}

export function digestMail(
  delivery: Claimed,
  { cadence }: Digest,
  contents: readonly Content[],
  to: Receiver,
  around: Surroundings,
): Promise<Mail> {
  const text = translator(to.language ?? "en");
  const title = text(`mail.digest.${cadence}`, { count: contents.length });
  const entries = contents.map((content) => ({
    ...entryOf(content, content, text, around.origin),
    text: messageOf(content, text),
  }));
  const button = { label: text("mail.notify.all"), link: `${around.origin}/profile/notifications` };
  return mailOf(delivery, to, around, cadence, title, undefined, { title, intro: null, entries, button });
}

async function mailOf(
  delivery: Claimed,
  to: Receiver,
  around: Surroundings,
  what: Stoppable | null,
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
    // The same however often it is sent: whoever has it already shows it once.
    messageId: `<notification-${delivery.id}.${around.tenantId}@${hostOf(around.origin)}>`,
    ...(references ? { references } : {}),
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
      ...(stop ? { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
  };
}

/** For the service worker: what it shows, and what it opens. The tag lets a repetition replace the first. */
export function pushPayload(content: Content, events: readonly Event[], to: Receiver): string {
  const language = to.language ?? "en";
  const text = translator(language);
  const latest = events.at(-1) ?? content;
  const { key, title } = latest.values;
  return JSON.stringify({
    title: key ? `${key} ${title ?? ""}`.trim() : to.organisation,
    body: messageOf({ kind: content.kind, values: latest.values, others: content.others }, text),
    path: latest.path,
    tag: tagOf(content),
    notification_id: content.id,
    lang: language,
    dir: languages[language].direction,
  });
}

export const tagOf = ({ id }: Content) => `notification-${id}`;
