import type { QueryOf } from "../../shared/kernel/endpoint";
import { type Actor as Person, userStream } from "../../shared/kernel/events";
import type { Language } from "../../shared/kernel/languages";
import { type PageMeta, pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { listNotifications, NotificationKind } from "../../shared/notifications/notifications.contract";
import { translator } from "../platform/text";
import { sql, type Tx } from "../platform/unit-of-work";
import { type NotificationRow, presentNotification } from "./notifications.present";

const filter = `n.tenant_id = current_tenant() AND n.user_id = $1
  AND ($2::boolean IS NULL OR (n.read_at IS NOT NULL) = $2) AND ($3::text IS NULL OR n.kind = $3)`;

const page = sql(
  "notifications.page",
  `SELECT n.id, n.kind, n."values", n.path, n.subject, n.read_at IS NOT NULL AS is_read, n.created_at,
          CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS sender
   FROM notification n LEFT JOIN app_user u ON u.tenant_id = n.tenant_id AND u.id = n.sender_id
   WHERE ${filter} ORDER BY n.id DESC LIMIT $4 OFFSET $5`,
);
const total = sql("notifications.total", `SELECT count(*)::int AS total FROM notification n WHERE ${filter}`);

/** Counted no further than anyone can see: the badge says "100+". */
const unread = sql(
  "notifications.unread",
  `SELECT count(*)::int AS unread FROM (
     SELECT FROM notification WHERE tenant_id = current_tenant() AND user_id = $1 AND read_at IS NULL LIMIT 1000) AS few`,
);

export async function unreadCount(tx: Tx, userId: number): Promise<number> {
  return (await tx.one<{ unread: number }>(unread, [userId]))?.unread ?? 0;
}

interface Inbox {
  rows: NotificationRow[];
  meta: PageMeta & { unread_count: number };
}

/** One page of a person's notifications, newest first. */
export async function readInbox(tx: Tx, userId: number, query: QueryOf<typeof listNotifications>): Promise<Inbox> {
  const wanted = pageOf(query);
  const read = query.is_read ? query.is_read === "1" || query.is_read === "true" : null;
  const values = [userId, read, query.kind || null];
  const [rows, counted, unread_count] = await Promise.all([
    tx.rows<NotificationRow>(page, [...values, wanted.perPage, wanted.offset]),
    tx.one<{ total: number }>(total, values),
    unreadCount(tx, userId),
  ]);
  return { rows, meta: { ...pageMetaOf(wanted, counted?.total ?? 0), unread_count } };
}

const lock = sql(
  "notifications.lock",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Whoever changes what is unread and tells the count holds this until the end: else two at once would each count
 * without the other's change, and the last to be told would stay wrong on every screen.
 */
export async function lockInboxes(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.rows(lock, [[...userIds]]);
}

const mark = sql(
  "notifications.mark",
  `UPDATE notification SET read_at = CASE WHEN $3 THEN now() END
   WHERE tenant_id = current_tenant() AND user_id = $1 AND ($2::bigint[] IS NULL OR id = ANY($2))
     AND (read_at IS NOT NULL) <> $3
   RETURNING id`,
);

/**
 * Marks some of a person's notifications, or all of them (`ids` null), as read or unread. Ids that aren't theirs count
 * for nothing.
 * @returns how many are unread afterwards.
 */
export async function markNotifications(
  tx: Tx,
  userId: number,
  ids: readonly number[] | null,
  isRead: boolean,
): Promise<number> {
  await lockInboxes(tx, [userId]);
  const changed = await tx.rows<{ id: number }>(mark, [userId, ids, isRead]);
  const unread_count = await unreadCount(tx, userId);
  if (changed.length > 0) {
    const told = ids === null ? null : changed.map((row) => row.id).sort((a, b) => a - b);
    tx.emit("notification.read", userStream(userId), { ids: told, is_read: isRead, unread_count });
  }
  return unread_count;
}

const clear = sql(
  "notifications.clear",
  `WITH gone AS (DELETE FROM notification WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING 1)
   SELECT count(*)::int AS total FROM gone`,
);

/** Deletes all of a person's notifications. */
export async function clearNotifications(tx: Tx, userId: number): Promise<void> {
  await lockInboxes(tx, [userId]);
  const gone = await tx.one<{ total: number }>(clear, [userId]);
  if (gone?.total) tx.emit("notification.cleared", userStream(userId), { unread_count: 0 });
}

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
