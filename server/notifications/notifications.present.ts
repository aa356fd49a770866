import type { Actor as Person } from "../../shared/kernel/events";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { type NotificationKind, type Reason, subjectOf, topicOf } from "../../shared/notifications/notifications.kinds";
import {
  isolated,
  requestNext,
  requestWhat,
  valuesIn,
  type WordFormats,
} from "../../shared/notifications/request.words";
import { languages } from "../../shared/kernel/languages";
import { formatsOf } from "../platform/formats";
import type { Translate } from "../platform/text";

export interface NotificationRow {
  id: number;
  kind: NotificationKind;
  values: Record<string, string>;
  path: string;
  subject: string;
  is_read: boolean;
  created_at: Date;
  sender: Person | null;
  reason: Reason | null;
  count: number;
  /** How many people beside the sender. */
  others: number;
  task_id: number | null;
  project_id: number | null;
}

/** A notification in the reader's language; kind and values go along, so that a screen can tell it in another one. */
export function presentNotification(row: NotificationRow, text: Translate): Notification {
  const { id, is_read, created_at, path, subject, sender, kind, values, reason, count, others, task_id, project_id } =
    row;
  return {
    id,
    is_read,
    created_at: created_at.toISOString(),
    data: {
      message: messageOf(row, text),
      path,
      // Where it is named by what it is about, it is called the same.
      group: subject === values.title ? (valuesIn(text.language, values).title ?? subject) : subject,
      sender,
      kind,
      reason,
      because: reason && text(`notification.reason.${reason}`),
      count,
      others,
      task_id,
      project_id,
      values,
    },
  };
}

/** What is said of it, in one sentence. */
export function messageOf(row: Pick<NotificationRow, "kind" | "values" | "others">, text: Translate): string {
  return text(`notification.${row.kind}`, wordsOf(row, text));
}

/** What comes next or is left, in a line of its own; null where there is nothing to say. */
export function nextOf({ kind, values }: Pick<NotificationRow, "kind" | "values">, text: Translate): string | null {
  return requestNext(kind, values, formatsIn(text));
}

/** Of a request or a booking: what, when and how much. Empty for everything else. */
export function whatOf({ kind, values }: Pick<NotificationRow, "kind" | "values">, text: Translate): string {
  const isSaid = subjectOf(kind) === "requests" || topicOf[kind] === "bookings";
  return isSaid ? requestWhat(values, formatsIn(text)) : "";
}

function formatsIn(text: Translate): WordFormats {
  const { day, shortDay, number, amount } = formatsOf(text.language);
  return {
    day: (date, style) => (style === "short" ? shortDay : day)(date),
    number: (value) => number(value),
    amount,
    text,
    language: text.language,
    direction: languages[text.language].direction,
  };
}

function wordsOf({ kind, values: raw, others }: Pick<NotificationRow, "kind" | "values" | "others">, text: Translate) {
  const values = valuesIn(text.language, raw);
  const { sender = "", fields, date, name } = values;
  const direction = languages[text.language].direction;
  return {
    ...values,
    others,
    what: whatOf({ kind, values }, text),
    sender: others > 0 ? text("notification.andOthers", { sender, others }) : sender,
    // A car with its plate, say: Latin letters and digits in an Arabic sentence.
    ...(name ? { name: isolated(name, { direction }) } : {}),
    ...(fields ? { fields: listed(fields.split(","), text) } : {}),
    ...(date ? { date: formatsOf(text.language).day(date) } : {}),
  };
}

function listed(fields: readonly string[], text: Translate): string {
  const words = fields.map((field) => text(`notification.field.${field}`));
  return new Intl.ListFormat(text.language, { type: "conjunction" }).format(words);
}
