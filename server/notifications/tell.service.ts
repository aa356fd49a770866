import { type Actor as Person, userStream } from "../../shared/kernel/events";
import type { Language } from "../../shared/kernel/languages";
import { inboxOnly, type NotificationKind, type Reason, topicOf } from "../../shared/notifications/notifications.kinds";
import { type ChosenWays, evenMuted, waysOf } from "../../shared/notifications/notifications.topics";
import { translator } from "../platform/text";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type NotificationRow, presentNotification } from "./notifications.present";
import { lockInboxes, notificationColumns } from "./notifications.service";

/** A burst: what comes within this time, unread, of the same task, kind and person, is one notification. */
const burstMinutes = 15;
/** It ends so long after its first at the latest, or when it has so many: the next begins a new one. */
const burstAtMostMinutes = 240;
export const eventsAtMost = 100;
/** Mail and push wait a moment, so that a burst is one of them as well. */
export const waitSeconds = { mail: 60, push: 5 } as const;

export interface Recipient {
  id: number;
  reason: Reason | null;
}

/** What is told to one person or several. */
export interface Message {
  kind: NotificationKind;
  people: readonly Recipient[];
  /** Placeholders of the text `notification.<kind>`. */
  values: Record<string, string>;
  path: string;
  /** What it hangs on, e.g. `WEB-12` or a project's title. */
  subject: string;
  taskId: number | null;
  projectId: number | null;
  /** Each request is told by itself. */
  requestId?: number;
}

/** Where it comes from. Without an event its caller makes sure that it is told once. */
export interface Occasion {
  eventId: number | null;
  sender: Person | null;
  /** Without waiting for more of it. */
  atOnce?: boolean;
}

interface Listener {
  id: number;
  external: boolean;
  topics: ChosenWays | null;
  project_muted: boolean;
  muted_tasks: number[];
}

const listeners = sql(
  "tell.listeners",
  `SELECT u.id, u.external, p.topics,
     EXISTS (SELECT FROM notification_mute m WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id
               AND m.project_id = $2 AND (m.until IS NULL OR m.until > now())) AS project_muted,
     ARRAY(SELECT m.task_id FROM notification_mute m WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id
             AND m.task_id = ANY($3) AND (m.until IS NULL OR m.until > now())) AS muted_tasks
   FROM app_user u LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND u.active`,
);

/** One line of what is written: one person, one message. */
interface Line {
  user_id: number;
  about: number;
  kind: NotificationKind;
  reason: Reason | null;
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
}

// Whether somebody sees it is asked with a word of the statement, not with a column of both sides: there is an index for either. Without one all
// notifications of an organisation were looked through each time, with the inboxes of those who are told locked.
const latelyTold =
  "tenant_id = current_tenant() AND user_id = w.user_id AND created_at > now() - make_interval(mins => $4)";

// One statement for everybody: what is new to whom, joined to an unread one of the burst or written anew, the mark that
// it was told, and what is to be sent. The inboxes are locked: nobody writes to them meanwhile. What waits to be sent is
// locked as well, by an update that changes nothing: a worker that took it at this moment would miss what is added.
const write = sql(
  "tell.write",
  `WITH wanted AS (
     SELECT * FROM jsonb_to_recordset($1) AS w (user_id bigint, about bigint, kind text, reason text, shown boolean,
       digest text, mail boolean, push boolean, "values" jsonb, path text, subject text, task_id bigint, project_id bigint, request_id bigint)
   ), fresh AS (
     SELECT * FROM wanted w WHERE $2::bigint IS NULL OR NOT EXISTS (SELECT FROM notification_event e
       WHERE e.tenant_id = current_tenant() AND e.event_id = $2 AND e.user_id = w.user_id AND e.about = w.about)
   ), open AS (
     SELECT DISTINCT ON (w.user_id, w.about) n.id, w.* FROM fresh w JOIN LATERAL (
       SELECT * FROM notification WHERE w.shown AND shown AND read_at IS NULL AND ${latelyTold}
       UNION ALL SELECT * FROM notification WHERE NOT w.shown AND NOT shown AND ${latelyTold}
     ) n ON n.kind = w.kind
       AND n.task_id IS NOT DISTINCT FROM w.task_id AND n.project_id IS NOT DISTINCT FROM w.project_id
       AND n.request_id IS NOT DISTINCT FROM w.request_id
       AND (num_nonnulls(n.task_id, n.project_id, n.request_id) > 0 OR n.path = w.path)
     WHERE n.count < ${eventsAtMost} AND n.began_at > now() - interval '${burstAtMostMinutes} minutes'
     ORDER BY w.user_id, w.about, n.id DESC
   ), folded AS (
     UPDATE notification n SET count = n.count + 1, "values" = o."values", path = o.path, subject = o.subject,
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

interface Told extends NotificationRow {
  user_id: number;
  language: Language | null;
  unread: number;
}

const told = sql(
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
 * Tells people in the ways they have chosen: in the inbox and on their own streams at once, elsewhere by deliveries that
 * a worker sends a moment later. Safe to run again: whoever was told of this event isn't told again.
 */
export async function tellPeople(tx: Tx, occasion: Occasion, messages: readonly Message[]): Promise<void> {
  const everyone = [...new Set(messages.flatMap(({ people }) => people.map(({ id }) => id)))];
  if (everyone.length === 0) return;
  const tasks = messages.map(({ taskId }) => taskId).filter((id) => id !== null);
  const projectId = messages.find((message) => message.projectId !== null)?.projectId ?? null;
  const found = await tx.rows<Listener>(listeners, [everyone, projectId, tasks]);
  const known = new Map(found.map((listener) => [listener.id, listener]));
  const lines = messages.flatMap((message) => linesOf(message, known));
  if (lines.length === 0) return;
  await lockInboxes(tx, everyone); // all at once and in order: two events with the same people must not wait for each other
  const values = [JSON.stringify(lines), occasion.eventId, occasion.sender?.id ?? null];
  const waits = [burstMinutes, ...(occasion.atOnce ? [0, 0] : [waitSeconds.mail, waitSeconds.push])];
  const written = await tx.rows<{ id: number; folded: boolean }>(write, [...values, ...waits]);
  if (written.length > 0) await announce(tx, written);
}

/** As `tellPeople`, one message after the other: of these, one person may get several at once. */
export async function tellEach(tx: Tx, occasion: Occasion, messages: readonly Message[]): Promise<void> {
  const everyone = [...new Set(messages.flatMap(({ people }) => people.map(({ id }) => id)))];
  if (everyone.length > 0) await lockInboxes(tx, everyone);
  for (const message of messages) await tellPeople(tx, occasion, [message]);
}

async function announce(tx: Tx, written: readonly { id: number; folded: boolean }[]): Promise<void> {
  const folded = new Set(written.filter((row) => row.folded).map((row) => row.id));
  const ids = [...new Set(written.map((row) => row.id))];
  for (const { user_id, language, unread, ...row } of await tx.rows<Told>(told, [ids])) {
    const notification = presentNotification(row, translator(language ?? "en"));
    const type = folded.has(row.id) ? "notification.updated" : "notification.created";
    tx.emit(type, userStream(user_id), { ...notification, unread_count: unread });
  }
}

function linesOf(message: Message, known: ReadonlyMap<number, Listener>): Line[] {
  const { kind, values, path, subject, taskId, projectId, requestId = null } = message;
  return message.people.flatMap(({ id, reason }): Line[] => {
    const listener = known.get(id);
    const to = listener && !(listener.external && isForInside(message)) && waysTo(message, listener);
    if (!to) return [];
    const about = taskId ?? 0;
    const of = { task_id: taskId, project_id: projectId, request_id: requestId };
    return [{ user_id: id, about, kind, reason, ...to, values, path, subject, ...of }];
  });
}

/**
 * What people from outside don't hear: the organisation's bookings, news and people, of which somebody who is from outside by now was
 * part. Their projects, what they have asked for themselves, and their account are theirs.
 */
const isForInside = ({ kind, projectId, requestId }: Message): boolean =>
  projectId === null && requestId === undefined && topicOf[kind] !== null;

/** Undefined: in no way at all. */
function waysTo(
  { kind, taskId }: Message,
  listener: Listener,
): Pick<Line, "shown" | "digest" | "mail" | "push"> | undefined {
  const topic = topicOf[kind];
  if (topic === null) {
    const sent = !inboxOnly.includes(kind);
    return { shown: true, digest: null, mail: sent, push: sent };
  }
  const muted = listener.project_muted || (taskId !== null && listener.muted_tasks.includes(taskId));
  if (muted && !evenMuted.includes(topic)) return undefined;
  const { in_app, email, push } = waysOf(topic, listener.topics);
  if (!in_app && email === "off" && !push) return undefined;
  const digest = email === "daily" || email === "weekly" ? email : null;
  return { shown: in_app, digest, mail: email === "now", push };
}
