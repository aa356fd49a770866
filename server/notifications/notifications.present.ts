import type { Actor as Person } from "../../shared/kernel/events";
import type { Notification } from "../../shared/notifications/notifications.contract";
import type { NotificationKind, Reason } from "../../shared/notifications/notifications.kinds";
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
      group: subject,
      sender,
      kind,
      reason,
      because: reason && text(`notification.reason.${reason}`, { key: values.key ?? subject }),
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

function wordsOf({ values, others }: Pick<NotificationRow, "values" | "others">, text: Translate) {
  const { sender = "", fields, date } = values;
  return {
    ...values,
    others,
    sender: others > 0 ? text("notification.andOthers", { sender, others }) : sender,
    ...(fields ? { fields: listed(fields.split(","), text) } : {}),
    ...(date ? { date: dayIn(text.language, date) } : {}),
  };
}

function listed(fields: readonly string[], text: Translate): string {
  const words = fields.map((field) => text(`notification.field.${field}`));
  return new Intl.ListFormat(text.language, { type: "conjunction" }).format(words);
}

function dayIn(language: string, day: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
