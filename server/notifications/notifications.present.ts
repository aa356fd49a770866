import type { Actor as Person } from "../../shared/kernel/events";
import type { Notification, NotificationKind } from "../../shared/notifications/notifications.contract";
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
}

/** A notification in the reader's language; kind and values go along, so that a screen can tell it in another one. */
export function presentNotification(row: NotificationRow, text: Translate): Notification {
  return {
    id: row.id,
    is_read: row.is_read,
    created_at: row.created_at.toISOString(),
    data: {
      message: text(`notification.${row.kind}`, row.values),
      path: row.path,
      group: row.subject,
      sender: row.sender,
      kind: row.kind,
      values: row.values,
    },
  };
}
