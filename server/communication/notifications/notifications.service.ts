import type { QueryOf } from "../../../shared/kernel/endpoint";
import { userStream } from "../../../shared/kernel/events";
import { type PageMeta, pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { listNotifications } from "../../../shared/communication/notifications/notifications.contract";
import {
  kindsOfSubject,
  type NotificationKind,
  type NotificationSubject,
  notificationSubjectOf,
  notificationSubjects,
} from "../../../shared/communication/notifications/notifications.kinds";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { NotificationRow } from "./notifications.present";

/** Limit per user: older notifications are hidden, and housekeeping deletes them (workers/platform/housekeeping.ts). */
export const maxStoredNotifications = 10_000;

const newest = `SELECT * FROM notification WHERE tenant_id = current_tenant() AND user_id = $1 AND shown
  ORDER BY created_at DESC, id DESC LIMIT ${maxStoredNotifications}`;

const filter = `($2::boolean IS NULL OR (n.read_at IS NOT NULL) = $2) AND ($3::text[] IS NULL OR n.kind = ANY($3))
  AND ($4::bigint IS NULL OR n.project_id = $4)`;

export const notificationColumns = `n.id, n.kind, n."values", n.path, n.subject, n.read_at IS NOT NULL AS is_read,
  n.created_at, n.reason, n.count, GREATEST(cardinality(n.actor_ids) - 1, 0) AS others, n.task_id, n.project_id,
  ${personOrNull("u")} AS sender`;

const selectPage = sql(
  "notifications.page",
  `SELECT ${notificationColumns}
   FROM (${newest}) n LEFT JOIN app_user u ON u.tenant_id = n.tenant_id AND u.id = n.sender_id
   WHERE ${filter} ORDER BY n.created_at DESC, n.id DESC LIMIT $5 OFFSET $6`,
);
const countMatching = sql("notifications.total", `SELECT count(*)::int AS total FROM (${newest}) n WHERE ${filter}`);

/** Counts up to a limit, because the badge shows at most "100+". */
const countUnread = sql(
  "notifications.unread",
  `SELECT count(*)::int AS unread FROM (
     SELECT FROM notification WHERE tenant_id = current_tenant() AND user_id = $1 AND read_at IS NULL LIMIT 1000) AS few`,
);

const countUnreadByKind = sql(
  "notifications.unreadKinds",
  `SELECT kind, count(*)::int AS unread FROM (
     SELECT kind FROM notification WHERE tenant_id = current_tenant() AND user_id = $1 AND read_at IS NULL LIMIT 1000) AS few
   GROUP BY kind`,
);

async function unreadAbout(tx: Tx, userId: number): Promise<Record<NotificationSubject, number>> {
  const about = Object.fromEntries(notificationSubjects.map((subject) => [subject, 0])) as Record<
    NotificationSubject,
    number
  >;
  for (const { kind, unread: count } of await tx.rows<{ kind: NotificationKind; unread: number }>(countUnreadByKind, [
    userId,
  ])) {
    const subject = notificationSubjectOf(kind);
    if (subject) about[subject] += count;
  }
  return about;
}

export async function unreadCount(tx: Tx, userId: number): Promise<number> {
  return (await tx.one<{ unread: number }>(countUnread, [userId]))?.unread ?? 0;
}

interface Inbox {
  rows: NotificationRow[];
  meta: PageMeta & { unread_count: number; unread_about: Record<NotificationSubject, number> };
}

export async function readInbox(tx: Tx, userId: number, query: QueryOf<typeof listNotifications>): Promise<Inbox> {
  const requestedPage = pageOf(query);
  const read = query.is_read ? query.is_read === "1" || query.is_read === "true" : null;
  const kinds = query.kind ? [query.kind] : query.about ? kindsOfSubject(query.about as NotificationSubject) : null;
  const values = [userId, read, kinds, query.project_id ?? null];
  const [rows, counted, unread_count, unread_about] = await Promise.all([
    tx.rows<NotificationRow>(selectPage, [...values, requestedPage.perPage, requestedPage.offset]),
    tx.one<{ total: number }>(countMatching, values),
    unreadCount(tx, userId),
    unreadAbout(tx, userId),
  ]);
  return { rows, meta: { ...pageMetaOf(requestedPage, counted?.total ?? 0), unread_count, unread_about } };
}

const lockUsers = sql(
  "notifications.lock",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Locks the inboxes until the transaction ends; required when changing the unread state and emitting the count. Otherwise two concurrent
 * changes would each miss the other, and the last emitted count would be wrong.
 */
export async function lockInboxes(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.rows(lockUsers, [[...userIds]]);
}

const updateRead = sql(
  "notifications.mark",
  `UPDATE notification SET read_at = CASE WHEN $3 THEN now() END
   WHERE tenant_id = current_tenant() AND user_id = $1 AND shown AND id = ANY($2) AND (read_at IS NOT NULL) <> $3
   RETURNING id`,
);
const updateAllRead = sql(
  "notifications.markAll",
  `UPDATE notification SET read_at = CASE WHEN $2 THEN now() END
   WHERE tenant_id = current_tenant() AND id = ANY(ARRAY(SELECT id FROM (${newest}) n WHERE (read_at IS NOT NULL) <> $2))
   RETURNING id`,
);

/**
 * Marks the notifications `ids` of a user, or with null all shown ones, as read or unread. Other users' ids are ignored.
 * @returns the unread count afterwards.
 */
export async function markNotifications(
  tx: Tx,
  userId: number,
  ids: readonly number[] | null,
  isRead: boolean,
): Promise<number> {
  await lockInboxes(tx, [userId]);
  const changed = ids
    ? await tx.rows<{ id: number }>(updateRead, [userId, ids, isRead])
    : await tx.rows<{ id: number }>(updateAllRead, [userId, isRead]);
  const unread_count = await unreadCount(tx, userId);
  if (changed.length > 0) {
    const changedIds = ids === null ? null : changed.map((row) => row.id).sort((a, b) => a - b);
    tx.emit("notification.read", userStream(userId), { ids: changedIds, is_read: isRead, unread_count });
  }
  return unread_count;
}

const ofRequest = `tenant_id = current_tenant() AND request_id = $2 AND user_id = $1 AND kind = ANY($3)
     AND (event_id IS NULL OR event_id < $4)`;
const selectOfRequest = sql(
  "notifications.ofRequest",
  `SELECT id, shown FROM notification WHERE ${ofRequest} AND (read_at IS NULL OR NOT shown)`,
);
const deleteNotShownOfRequest = sql(
  "notifications.withdrawOfRequest",
  `DELETE FROM notification WHERE ${ofRequest} AND NOT shown`,
);

/**
 * Marks notifications as read whose requested action is now done. Those that aren't shown in the inbox count as read from the start, so that
 * they are deleted with their deliveries instead; no client displays them. Only notifications older than the event of that action are
 * affected.
 */
export async function settleNotifications(
  tx: Tx,
  userId: number,
  of: { requestId: number; kinds: readonly NotificationKind[]; before: number },
): Promise<void> {
  const values = [userId, of.requestId, [...of.kinds], of.before];
  const open = await tx.rows<{ id: number; shown: boolean }>(selectOfRequest, values);
  if (open.some(({ shown }) => !shown)) {
    await lockInboxes(tx, [userId]);
    await tx.rows(deleteNotShownOfRequest, values);
  }
  const ids = open.filter(({ shown }) => shown).map(({ id }) => id);
  if (ids.length > 0) await markNotifications(tx, userId, ids, true);
}

const deleteAll = sql(
  "notifications.clear",
  `WITH gone AS (DELETE FROM notification WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING 1)
   SELECT count(*)::int AS total FROM gone`,
);

export async function clearNotifications(tx: Tx, userId: number): Promise<void> {
  await lockInboxes(tx, [userId]);
  const deleted = await tx.one<{ total: number }>(deleteAll, [userId]);
  if (deleted?.total) tx.emit("notification.cleared", userStream(userId), { unread_count: 0 });
}

const deleteByIds = sql(
  "notifications.withdraw",
  `WITH gone AS (DELETE FROM notification WHERE tenant_id = current_tenant() AND id = ANY($1) RETURNING id, user_id)
   SELECT user_id, array_agg(id ORDER BY id) AS ids FROM gone GROUP BY user_id ORDER BY user_id`,
);
const countUnreadOfUsers = sql(
  "notifications.unreadOf",
  `SELECT u.user_id, (SELECT count(*)::int FROM (SELECT FROM notification n WHERE n.tenant_id = current_tenant()
      AND n.user_id = u.user_id AND n.read_at IS NULL LIMIT 1000) AS few) AS unread FROM unnest($1::bigint[]) AS u (user_id)`,
);
const older = "tenant_id = current_tenant() AND (event_id IS NULL OR event_id < $1)";
const outdated = {
  subject: sql(
    "notifications.ofSubject",
    `SELECT id, user_id FROM notification WHERE ${older} AND user_id = $2 AND kind = $3 AND subject = $4`,
  ),
  task: sql("notifications.ofTask", `SELECT id, user_id FROM notification WHERE ${older} AND task_id = $2`),
  project: sql(
    "notifications.ofProject",
    `SELECT id, user_id FROM notification WHERE ${older} AND user_id = $2 AND project_id = $3`,
  ),
  page: sql("notifications.ofPage", `SELECT id, user_id FROM notification WHERE ${older} AND path = $2`),
};

type Outdated =
  /** No longer true. */
  | { is: "subject"; userId: number; kind: NotificationKind; subject: string }
  /** The record was deleted with the page that the notifications lead to. */
  | { is: "task"; id: number }
  | { is: "project"; userId: number; id: number }
  | { is: "page"; path: string };

function valuesOf(of: Outdated): unknown[] {
  if (of.is === "subject") return [of.userId, of.kind, of.subject];
  if (of.is === "task") return [of.id];
  return of.is === "project" ? [of.userId, of.id] : [of.path];
}

/**
 * Deletes outdated notifications and their deliveries. Only notifications older than the event that caused the change are deleted. Called by
 * consumers, which also create notifications: in the transaction of the change, a notification of an earlier event could still follow.
 */
export async function withdrawNotifications(tx: Tx, of: Outdated, before: number): Promise<void> {
  const found = await tx.rows<{ id: number; user_id: number }>(outdated[of.is], [before, ...valuesOf(of)]);
  if (found.length === 0) return;
  await lockInboxes(tx, [...new Set(found.map((row) => row.user_id))]);
  const deletedIds = await tx.rows<{ user_id: number; ids: number[] }>(deleteByIds, [found.map(({ id }) => id)]);
  const unreadCounts = await tx.rows<{ user_id: number; unread: number }>(countUnreadOfUsers, [
    deletedIds.map((row) => row.user_id),
  ]);
  for (const { user_id, ids } of deletedIds) {
    const unread_count = unreadCounts.find((row) => row.user_id === user_id)?.unread ?? 0;
    tx.emit("notification.read", userStream(user_id), { ids, is_read: true, unread_count });
  }
}
