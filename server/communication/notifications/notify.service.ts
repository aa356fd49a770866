import { type Actor as Person, userStream } from "../../../shared/kernel/events";
import type { Language } from "../../../shared/kernel/languages";
import {
  inboxOnlyKinds,
  groupedKindOf,
  type NotificationKind,
  type NotificationReason,
  topicOf,
} from "../../../shared/communication/notifications/notifications.kinds";
import {
  type ChannelChoices,
  topicsDeliveredWhenMuted,
  channelsOf,
} from "../../../shared/communication/notifications/notifications.topics";
import { translator } from "../../platform/text";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { type NotificationRow, presentNotification } from "./notifications.present";
import { lockInboxes, notificationColumns } from "./notifications.service";

/** Unread notifications of the same task, kind and user within this time are merged into one. */
const burstMinutes = 15;
/** Actions of one user on several tasks within this time are merged into one notification, across all projects. */
const batchMinutes = 10;
/** Limits of a merged notification: duration in minutes, and number of events. Later events begin a new notification. */
const maxBurstMinutes = 240;
export const maxEventsPerMail = 100;
/** Delay of mail and push in seconds, so that merged events are delivered once. */
export const deliveryDelaySeconds = { mail: 60, push: 5 } as const;

export interface NotificationRecipient {
  id: number;
  reason: NotificationReason | null;
}

export interface NotificationMessage {
  kind: NotificationKind;
  people: readonly NotificationRecipient[];
  values: Record<string, string>;
  path: string;
  /** Name of the record, such as `WEB-12` or a project's title. */
  subject: string;
  taskId: number | null;
  projectId: number | null;
  /** Set for requests, so that notifications of different requests are not merged. */
  requestId?: number;
}

/** Origin of a notification. Without an event, the caller must ensure that it is sent only once. */
export interface NotificationSource {
  eventId: number | null;
  sender: Person | null;
  /** Whether to deliver without waiting for further events. */
  atOnce?: boolean;
}

interface RecipientSettings {
  id: number;
  external: boolean;
  topics: ChannelChoices | null;
  muted_projects: number[];
  muted_tasks: number[];
}

const selectRecipientSettings = sql(
  "tell.listeners",
  `SELECT u.id, u.external, p.topics,
     ARRAY(SELECT m.project_id FROM notification_mute m WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id
             AND m.project_id = ANY($2) AND (m.until IS NULL OR m.until > now())) AS muted_projects,
     ARRAY(SELECT m.task_id FROM notification_mute m WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id
             AND m.task_id = ANY($3) AND (m.until IS NULL OR m.until > now())) AS muted_tasks
   FROM app_user u LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND u.active`,
);

interface NotificationDraft {
  user_id: number;
  about: number;
  kind: NotificationKind;
  reason: NotificationReason | null;
  shown: boolean;
  digest: string | null;
  mail: boolean;
  push: boolean;
  values: Record<string, string>;
  path: string;
  subject: string;
  task_id: number | null;
  project_id: number | null;
  request_id: number | null;
  /** Kind and path of the merged notification for several tasks; null when they aren't merged. */
  many: NotificationKind | null;
  many_path: string | null;
  /** Path of the merged notification when its tasks are in several projects. */
  across_path: string | null;
}

// Each branch tests `shown` as a literal condition, so that its partial index applies; comparing `n.shown = w.shown` would scan all
// notifications of the tenant while inboxes are locked.
const isRecentNotification =
  "tenant_id = current_tenant() AND user_id = w.user_id AND created_at > now() - make_interval(mins => $4)";

const isSameValue = (name: string) => `n."values"->>'${name}' IS NOT DISTINCT FROM w."values"->>'${name}'`;
/**
 * Values that change the statement of a notification: “two users accepted” must not include a user who declined, and “two tasks are overdue”
 * no tasks that are due tomorrow. Answers of external guests are merged only with other answers of the same guest, because guests aren't
 * counted among the merged users.
 */
const hasSameStatement = `${["answer", "decision", "when"].map(isSameValue).join(" AND ")}
  AND (w."values"->>'answer' IS NULL OR num_nonnulls($3::bigint, n.sender_id) = 2 OR ${isSameValue("sender")})`;

// One statement for all users: finds events not yet notified, merges them into unread notifications or inserts new ones, and creates
// deliveries. Inboxes are locked by the caller. Pending deliveries are locked by a no-op update, so that a worker doesn't take them while
// events are added.
const upsertNotifications = sql(
  "tell.write",
  `WITH wanted AS (
     SELECT * FROM jsonb_to_recordset($1) AS w (user_id bigint, about bigint, kind text, reason text, shown boolean,
       digest text, mail boolean, push boolean, "values" jsonb, path text, subject text, task_id bigint, project_id bigint, request_id bigint, many text, many_path text,
       across_path text)
   ), fresh AS (
     SELECT * FROM wanted w WHERE $2::bigint IS NULL OR NOT EXISTS (SELECT FROM notification_event e
       WHERE e.tenant_id = current_tenant() AND e.event_id = $2 AND e.user_id = w.user_id AND e.about = w.about)
   ), open AS (
     SELECT DISTINCT ON (w.user_id, w.about) n.id, w.*, n.project_id IS DISTINCT FROM w.project_id AS across,
       w.many IS NOT NULL AND (n.kind = w.many OR n.task_id IS DISTINCT FROM w.task_id) AS several,
       ARRAY(SELECT DISTINCT t FROM unnest(string_to_array(COALESCE(n."values"->>'tasks', n.task_id::text, ''), ',')
         || w.task_id::text || string_to_array(w."values"->>'tasks', ',')) AS t WHERE t <> '' ORDER BY t) AS tasks
     FROM fresh w JOIN LATERAL (
       SELECT * FROM notification WHERE w.shown AND shown AND read_at IS NULL AND ${isRecentNotification}
       UNION ALL SELECT * FROM notification WHERE NOT w.shown AND NOT shown AND ${isRecentNotification}
     ) n ON n.kind = w.kind AND n.project_id IS NOT DISTINCT FROM w.project_id
         AND n.task_id IS NOT DISTINCT FROM w.task_id AND n.request_id IS NOT DISTINCT FROM w.request_id
         AND (num_nonnulls(n.task_id, n.project_id, n.request_id) > 0 OR n.path = w.path)
         AND ${hasSameStatement}
       OR n.kind IN (w.kind, w.many) AND w.many IS NOT NULL AND n.actor_ids = ARRAY[$3::bigint]
         AND n.began_at > now() - interval '${batchMinutes} minutes'
     WHERE n.count < ${maxEventsPerMail} AND n.began_at > now() - interval '${maxBurstMinutes} minutes'
     ORDER BY w.user_id, w.about, n.id DESC
   ), folded AS (
     UPDATE notification n SET count = n.count + 1,
       subject = CASE WHEN o."values" ? 'tasks' THEN cardinality(o.tasks)::text ELSE o.subject END,
       kind = CASE WHEN o.several THEN o.many ELSE n.kind END,
       task_id = CASE WHEN o.several THEN NULL ELSE n.task_id END,
       project_id = CASE WHEN o.across THEN NULL ELSE n.project_id END,
       path = CASE WHEN o.several AND o.across THEN o.across_path WHEN o.several THEN o.many_path ELSE o.path END,
       "values" = CASE WHEN o.several THEN o."values" - '{key,title,fields,changed_values}'::text[]
         || jsonb_build_object('tasks', array_to_string(o.tasks, ','), 'count', cardinality(o.tasks)::text)
         WHEN o."values" ? 'tasks' THEN o."values"
         || jsonb_build_object('tasks', array_to_string(o.tasks, ','), 'count', cardinality(o.tasks)::text)
         ELSE o."values" END,
       reason = o.reason, sender_id = $3, created_at = now(), digest = o.digest, digest_id = NULL,
       actor_ids = array_remove(n.actor_ids, $3::bigint) || array_remove(ARRAY[$3::bigint], NULL)
     FROM open o WHERE n.tenant_id = current_tenant() AND n.id = o.id
     RETURNING n.id, n.user_id, o.about, true AS folded
   ), added AS (
     INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject, sender_id, reason, task_id,
       project_id, request_id, actor_ids, shown, read_at, digest)
     SELECT current_tenant(), user_id, $2, kind, "values", path, subject, $3, reason, task_id, project_id, request_id,
       array_remove(ARRAY[$3::bigint], NULL), shown, CASE WHEN NOT shown THEN now() END, digest
     FROM fresh f WHERE NOT EXISTS (SELECT FROM open o WHERE o.user_id = f.user_id AND o.about = f.about)
     ORDER BY user_id
     RETURNING id, user_id, COALESCE(task_id, 0) AS about, false AS folded
   ), targets AS (
     SELECT t.id, t.folded, f.* FROM (SELECT * FROM folded UNION ALL SELECT * FROM added) AS t
     JOIN fresh f ON f.user_id = t.user_id AND f.about = t.about
   ), marked AS (
     INSERT INTO notification_event (tenant_id, user_id, event_id, about, notification_id, actor_id, "values", path)
     SELECT current_tenant(), user_id, $2, about, id, $3, "values", path FROM targets
   ), mailed AS (
     INSERT INTO notification_delivery (tenant_id, user_id, channel, notification_id, due_at)
     SELECT current_tenant(), user_id, 'mail', id, now() + make_interval(secs => $5) FROM targets WHERE mail
     ON CONFLICT (tenant_id, notification_id, channel, subscription_id) WHERE attempts = 0 AND notification_id IS NOT NULL
       DO UPDATE SET due_at = notification_delivery.due_at
   ), pushed AS (
     INSERT INTO notification_delivery (tenant_id, user_id, channel, notification_id, subscription_id, due_at)
     SELECT current_tenant(), t.user_id, 'push', t.id, s.id, now() + make_interval(secs => $6)
     FROM targets t JOIN push_subscription s ON s.tenant_id = current_tenant() AND s.user_id = t.user_id WHERE t.push
     ON CONFLICT (tenant_id, notification_id, channel, subscription_id) WHERE attempts = 0 AND notification_id IS NOT NULL
       DO UPDATE SET due_at = notification_delivery.due_at
   )
   SELECT id, folded FROM targets WHERE shown`,
);

interface WrittenNotification extends NotificationRow {
  user_id: number;
  language: Language | null;
  unread: number;
}

const selectWrittenNotifications = sql(
  "tell.told",
  `SELECT ${notificationColumns}, n.user_id,
          COALESCE(reader.language, (SELECT default_language FROM tenant WHERE id = n.tenant_id)) AS language,
          (SELECT count(*)::int FROM (SELECT FROM notification x
             WHERE x.tenant_id = n.tenant_id AND x.user_id = n.user_id AND x.read_at IS NULL LIMIT 1000) AS few) AS unread
   FROM notification n
   JOIN app_user reader ON reader.tenant_id = n.tenant_id AND reader.id = n.user_id
   LEFT JOIN app_user u ON u.tenant_id = n.tenant_id AND u.id = n.sender_id
   WHERE n.tenant_id = current_tenant() AND n.id = ANY($1) ORDER BY n.id`,
);

/**
 * Notifies users by their settings: immediately in the inbox and on their streams, otherwise through deliveries that a worker sends shortly
 * afterwards. Idempotent per event and user.
 */
export async function notifyUsers(
  tx: Tx,
  occasion: NotificationSource,
  messages: readonly NotificationMessage[],
): Promise<void> {
  const everyone = [...new Set(messages.flatMap(({ people }) => people.map(({ id }) => id)))];
  if (everyone.length === 0) return;
  const tasks = messages.map(({ taskId }) => taskId).filter((id) => id !== null);
  const projects = messages.map(({ projectId }) => projectId).filter((id) => id !== null);
  const found = await tx.rows<RecipientSettings>(selectRecipientSettings, [everyone, projects, tasks]);
  const settingsById = new Map(found.map((listener) => [listener.id, listener]));
  const drafts = messages.flatMap((message) => draftsOf(message, settingsById));
  if (drafts.length === 0) return;
  await lockInboxes(tx, everyone); // locked together and in order, so that two events with the same recipients don't deadlock
  const values = [JSON.stringify(drafts), occasion.eventId, occasion.sender?.id ?? null];
  const waits = [burstMinutes, ...(occasion.atOnce ? [0, 0] : [deliveryDelaySeconds.mail, deliveryDelaySeconds.push])];
  const stored = await tx.rows<{ id: number; folded: boolean }>(upsertNotifications, [...values, ...waits]);
  if (stored.length > 0) await emitNotifications(tx, stored);
}

/** Like `notifyUsers`, but processes the messages sequentially, because a user may get several of them. */
export async function notifyEach(
  tx: Tx,
  occasion: NotificationSource,
  messages: readonly NotificationMessage[],
): Promise<void> {
  const everyone = [...new Set(messages.flatMap(({ people }) => people.map(({ id }) => id)))];
  if (everyone.length > 0) await lockInboxes(tx, everyone);
  for (const message of messages) await notifyUsers(tx, occasion, [message]);
}

async function emitNotifications(tx: Tx, stored: readonly { id: number; folded: boolean }[]): Promise<void> {
  const folded = new Set(stored.filter((row) => row.folded).map((row) => row.id));
  const ids = [...new Set(stored.map((row) => row.id))];
  for (const { user_id, language, unread, ...row } of await tx.rows<WrittenNotification>(selectWrittenNotifications, [
    ids,
  ])) {
    const notification = presentNotification(row, translator(language ?? "en"));
    const type = folded.has(row.id) ? "notification.updated" : "notification.created";
    tx.emit(type, userStream(user_id), { ...notification, unread_count: unread });
  }
}

/** Returns the path to a batch of tasks; a null `projectId` means several projects. */
function batchPath(kind: NotificationKind, projectId: number | null): string {
  const isArchived = kind === "task.archived";
  if (projectId === null) return isArchived || kind === "task.deleted" ? "/projects" : "/my-work";
  return `/projects/${projectId}/${isArchived ? "archived" : "tasks"}`;
}

function draftsOf(
  message: NotificationMessage,
  settingsById: ReadonlyMap<number, RecipientSettings>,
): NotificationDraft[] {
  const { kind, values, path, subject, taskId, projectId, requestId = null } = message;
  return message.people.flatMap(({ id, reason }): NotificationDraft[] => {
    const listener = settingsById.get(id);
    const to = listener && !(listener.external && isInternalOnly(message)) && channelsFor(message, listener);
    if (!to) return [];
    const about = taskId ?? 0;
    const groupedKind =
      taskId !== null && kind in groupedKindOf ? groupedKindOf[kind as keyof typeof groupedKindOf] : null;
    const batch = {
      many: groupedKind,
      many_path: groupedKind && batchPath(kind, projectId),
      across_path: groupedKind && batchPath(kind, null),
    };
    const of = { task_id: taskId, project_id: projectId, request_id: requestId, ...batch };
    return [{ user_id: id, about, kind, reason, ...to, values, path, subject, ...of }];
  });
}

/**
 * Whether external users are excluded: they get no notifications about the tenant's bookings, news and employees, even if they were
 * involved before becoming external; those about their projects, requests and account remain.
 */
const isInternalOnly = ({ kind, projectId, requestId }: NotificationMessage): boolean =>
  projectId === null && requestId === undefined && topicOf[kind] !== null;

/** Returns the channels for a message and a user; undefined when no channel is enabled. */
function channelsFor(
  { kind, taskId, projectId }: NotificationMessage,
  listener: RecipientSettings,
): Pick<NotificationDraft, "shown" | "digest" | "mail" | "push"> | undefined {
  const topic = topicOf[kind];
  if (topic === null) {
    const sent = !inboxOnlyKinds.includes(kind);
    return { shown: true, digest: null, mail: sent, push: sent };
  }
  const muted =
    (projectId !== null && listener.muted_projects.includes(projectId)) ||
    (taskId !== null && listener.muted_tasks.includes(taskId));
  if (muted && !topicsDeliveredWhenMuted.includes(topic)) return undefined;
  const { in_app, email, push } = channelsOf(topic, listener.topics);
  if (!in_app && email === "off" && !push) return undefined;
  const digest = email === "daily" || email === "weekly" ? email : null;
  return { shown: in_app, digest, mail: email === "now", push };
}
