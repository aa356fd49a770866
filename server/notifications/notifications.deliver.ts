import { type Actor as Person, userStream } from "../../shared/kernel/events";
import type { Language } from "../../shared/kernel/languages";
import type { NotificationKind } from "../../shared/notifications/notifications.contract";
import { translator } from "../platform/text";
import { sql, type Tx } from "../platform/unit-of-work";
import { type NotificationRow, presentNotification } from "./notifications.present";
import { lockInboxes } from "./notifications.service";

/** What is told to one person or several. */
export interface Message {
  kind: NotificationKind;
  userIds: readonly number[];
  /** Placeholders of the text `notification.<kind>`. */
  values: Record<string, string>;
  path: string;
  /** What it hangs on, e.g. `WEB-12` or a project's title. */
  subject: string;
}

interface Told {
  id: number;
  user_id: number;
  created_at: Date;
  language: Language | null;
  unread: number;
}

const insertOnce = sql(
  "notifications.insertOnce",
  `INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject, sender_id)
   SELECT current_tenant(), u.id, $2, $3, $4, $5, $6, $7
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)
   ORDER BY u.id
   ON CONFLICT (tenant_id, event_id, user_id) DO NOTHING
   RETURNING id`,
);
const told = sql(
  "notifications.told",
  `SELECT n.id, n.user_id, n.created_at, u.language,
          (SELECT count(*)::int FROM (SELECT FROM notification x
             WHERE x.tenant_id = n.tenant_id AND x.user_id = n.user_id AND x.read_at IS NULL LIMIT 1000) AS few) AS unread
   FROM notification n JOIN app_user u ON u.tenant_id = n.tenant_id AND u.id = n.user_id
   WHERE n.tenant_id = current_tenant() AND n.id = ANY($1) ORDER BY n.id`,
);

/**
 * Writes one notification per person for an event, and tells those for whom it is new on their own streams. Safe to
 * run again: whoever has a notification of this event gets no second one, and is told nothing.
 */
export async function deliver(
  tx: Tx,
  eventId: number,
  sender: Person | null,
  messages: readonly Message[],
): Promise<void> {
  const everyone = messages.flatMap((message) => message.userIds);
  if (everyone.length === 0) return;
  await lockInboxes(tx, everyone); // all at once and in order: two events with the same people must not wait for each other
  for (const message of messages) await deliverOne(tx, eventId, sender, message);
}

async function deliverOne(tx: Tx, eventId: number, sender: Person | null, message: Message): Promise<void> {
  const { userIds, kind, values, path, subject } = message;
  const written = [[...userIds], eventId, kind, values, path, subject, sender?.id ?? null];
  const inserted = await tx.rows<{ id: number }>(insertOnce, written);
  if (inserted.length === 0) return;
  for (const person of await tx.rows<Told>(told, [inserted.map((row) => row.id)])) {
    const { id, created_at } = person;
    const row: NotificationRow = { id, kind, values, path, subject, is_read: false, sender, created_at };
    const notification = presentNotification(row, translator(person.language ?? "en"));
    tx.emit("notification.created", userStream(person.user_id), { ...notification, unread_count: person.unread });
  }
}
