import type { Actor as Person } from "../../../shared/kernel/events";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import { changedValueTexts } from "../../../shared/communication/notifications/changed-values.texts";
import {
  type NotificationKind,
  type NotificationReason,
  notificationSubjectOf,
  topicOf,
} from "../../../shared/communication/notifications/notifications.kinds";
import {
  isolateDirection,
  requestNextStep,
  requestSummary,
  localizedValuesIn,
  type TextFormats,
} from "../../../shared/communication/notifications/request.texts";
import { languages } from "../../../shared/kernel/languages";
import { formatsOf } from "../../platform/formats";
import type { Translate } from "../../platform/text";

export interface NotificationRow {
  id: number;
  kind: NotificationKind;
  values: Record<string, string>;
  path: string;
  subject: string;
  is_read: boolean;
  created_at: Date;
  sender: Person | null;
  reason: NotificationReason | null;
  count: number;
  others: number;
  task_id: number | null;
  project_id: number | null;
}

/** A notification in the reader's language. Includes kind and values, so that clients can render it in another language. */
export function presentNotification(row: NotificationRow, text: Translate): Notification {
  const { id, is_read, created_at, path, subject, sender, kind, values, reason, count, others, task_id, project_id } =
    row;
  return {
    id,
    is_read,
    created_at: created_at.toISOString(),
    data: {
      message: notificationMessage(row, text),
      path,
      // A group named after the record uses the record's localized title.
      group: subject === values.title ? (localizedValuesIn(text.language, values).title ?? subject) : subject,
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

export function notificationMessage(row: Pick<NotificationRow, "kind" | "values" | "others">, text: Translate): string {
  return text(`notification.${row.kind}`, wordsOf(row, text));
}

/** Next action or remaining balance, on a separate line; null when there is none. */
export function nextStepOf({ kind, values }: Pick<NotificationRow, "kind" | "values">, text: Translate): string | null {
  return requestNextStep(kind, values, formatsIn(text));
}

/** Details of a request or booking: subject, period, amount. Empty for other kinds. */
export function notificationSummary(
  { kind, values }: Pick<NotificationRow, "kind" | "values">,
  text: Translate,
): string {
  const isSaid = notificationSubjectOf(kind) === "requests" || topicOf[kind] === "bookings";
  return isSaid ? requestSummary(values, formatsIn(text)) : "";
}

function formatsIn(text: Translate): TextFormats {
  const { day, shortDay, time, number, amount } = formatsOf(text.language);
  return {
    day: (date, style) => (style === "short" ? shortDay : day)(date),
    time,
    number: (value) => number(value),
    amount,
    text,
    language: text.language,
    direction: languages[text.language].direction,
  };
}

function wordsOf({ kind, values: raw, others }: Pick<NotificationRow, "kind" | "values" | "others">, text: Translate) {
  const values = localizedValuesIn(text.language, raw);
  const { sender = "", fields = "", changed_values, date, name, key, title } = values;
  const direction = languages[text.language].direction;
  return {
    own: "",
    ...values,
    others,
    what: notificationSummary({ kind, values }, text),
    sender: others > 0 ? text("notification.andOthers", { sender, others }) : sender,
    ...(key ? { task: isolateDirection(title ? `${key} ${title}` : key, { direction }) } : {}),
    // Isolates Latin text such as a license plate in right-to-left sentences.
    ...(name ? { name: isolateDirection(name, { direction }) } : {}),
    ...(fields || changed_values ? { fields: listed(fields, changed_values, text) } : {}),
    ...(date ? { date: formatsOf(text.language).day(date) } : {}),
  };
}

function listed(fields: string, changedValues: string | undefined, text: Translate): string {
  const listFormat = new Intl.ListFormat(text.language, { type: "conjunction" });
  const list = (items: readonly string[]) => listFormat.format(items);
  const { day, number } = formatsOf(text.language);
  const names = fields ? fields.split(",").map((field) => text(`notification.field.${field}`)) : [];
  return list([...names, ...changedValueTexts(changedValues, { day, number, list, text })]);
}
