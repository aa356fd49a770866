import type { NotificationPreference } from "../../../server/communication/notifications/settings.service";
import { preferenceColumns } from "../../../server/communication/notifications/settings.service";
import { maxEventsPerMail } from "../../../server/communication/notifications/notify.service";
import { sql } from "../../../server/platform/database/unit-of-work";
import { canSeeProject } from "../../../server/work/access/projects.policy";
import type { Language } from "../../../shared/kernel/languages";
import type {
  NotificationKind,
  NotificationReason,
} from "../../../shared/communication/notifications/notifications.kinds";
import type { DigestCadence } from "../../../shared/communication/notifications/quiet.rules";
import { sharedSql } from "../../../server/platform/database/statements";

export interface ClaimedDelivery {
  id: number;
  user_id: number;
  channel: "mail" | "push";
  notification_id: number | null;
  digest_id: number | null;
  subscription_id: number | null;
  attempts: number;
  events_to: number | null;
}

/** Duration of a lease in seconds. It is longer than processing a batch can take; otherwise two workers could send the same delivery. */
export const leaseSeconds = 90;
export const deliveryBatchSize = 10;

const isDue = "d.done_at IS NULL AND d.due_at <= now() AND (d.leased_until IS NULL OR d.leased_until < now())";

/** Tenants and channels with due deliveries, longest waiting first. Reads one delivery for each tenant and channel. */
export const selectDueChannels = sharedSql(
  "deliveries.dueChannels",
  `SELECT t.id, way.channel FROM tenant t CROSS JOIN (VALUES ('mail'), ('push')) AS way (channel)
  CROSS JOIN LATERAL (SELECT d.due_at FROM notification_delivery d
    WHERE d.tenant_id = t.id AND d.channel = way.channel AND ${isDue} ORDER BY d.due_at LIMIT 1) AS first
  ORDER BY first.due_at`,
);

const inChannel = `d.tenant_id = current_tenant() AND d.channel = $4 AND ${isDue}`;

/**
 * $1: the lease; $2: its duration in seconds; $3: the limit; $4: the channel; $5: the id of the user after which to continue. Claims the
 * first delivery of each user, then the second of each, so that thousands of deliveries for one user do not delay others. A single
 * statement, so that concurrent workers claim different rows; leases of crashed workers expire.
 */
export const claimDeliveries = sql(
  "deliveries.claim",
  `WITH RECURSIVE people AS (
     (SELECT d.user_id, 1 AS nth FROM notification_delivery d WHERE ${inChannel} AND d.user_id > $5 ORDER BY d.user_id LIMIT 1)
     UNION ALL
     SELECT next.user_id, p.nth + 1 FROM people p CROSS JOIN LATERAL (
       SELECT d.user_id FROM notification_delivery d WHERE ${inChannel} AND d.user_id > p.user_id
       ORDER BY d.user_id LIMIT 1) AS next
     WHERE p.nth < $3
   ), picked AS (
     SELECT first.id FROM people p CROSS JOIN LATERAL (
       SELECT d.id, row_number() OVER (ORDER BY d.due_at, d.id) AS place FROM notification_delivery d
       WHERE ${inChannel} AND d.user_id = p.user_id ORDER BY d.due_at, d.id LIMIT $3) AS first
     ORDER BY first.place, p.nth LIMIT $3
   ), held AS (
     SELECT d.id FROM notification_delivery d WHERE ${inChannel} AND d.id = ANY (ARRAY(SELECT id FROM picked))
     FOR UPDATE SKIP LOCKED
   )
   UPDATE notification_delivery d SET lease = $1, leased_until = now() + make_interval(secs => $2), attempts = attempts + 1,
     events_to = COALESCE(d.events_to, (SELECT max(e.id) FROM notification_event e
       WHERE e.tenant_id = d.tenant_id AND e.notification_id = d.notification_id))
   WHERE d.tenant_id = current_tenant() AND d.id = ANY (ARRAY(SELECT id FROM held))
   RETURNING id, user_id, channel, notification_id, digest_id, subscription_id, attempts, events_to`,
);

export const finishDelivery = sql(
  "deliveries.finish",
  `UPDATE notification_delivery SET done_at = now(), outcome = $3, leased_until = NULL
   WHERE tenant_id = current_tenant() AND id = $1 AND lease = $2`,
);
export const postponeDelivery = sql(
  "deliveries.postpone",
  `UPDATE notification_delivery SET due_at = now() + make_interval(secs => $3), leased_until = NULL, outcome = $4
   WHERE tenant_id = current_tenant() AND id = $1 AND lease = $2`,
);
/**
 * Makes delivery $1 wait for $3 minutes, until quiet hours end. Until then it includes later events, as before its first attempt; if another
 * delivery already waits for them, that one includes its events instead. The caller must hold the lock of the inbox, because each event
 * creates such a delivery unless there is one.
 */
export const holdDelivery = sql(
  "deliveries.hold",
  `WITH other AS (
     SELECT EXISTS (SELECT FROM notification_delivery d JOIN notification_delivery o ON o.tenant_id = d.tenant_id
         AND o.notification_id = d.notification_id AND o.channel = d.channel AND o.attempts = 0
         AND o.subscription_id IS NOT DISTINCT FROM d.subscription_id
       WHERE d.tenant_id = current_tenant() AND d.id = $1) AS waits
   )
   UPDATE notification_delivery d SET outcome = 'quiet', leased_until = NULL, events_to = NULL,
     attempts = CASE WHEN other.waits THEN d.attempts ELSE 0 END, done_at = CASE WHEN other.waits THEN now() END,
     due_at = CASE WHEN other.waits THEN d.due_at ELSE now() + make_interval(mins => $3) END
   FROM other WHERE d.tenant_id = current_tenant() AND d.id = $1 AND d.lease = $2`,
);

export interface DeliveryRecipient extends NotificationPreference {
  fullname: string;
  email: string;
  language: Language | null;
  time_zone: string;
  active: boolean;
  external: boolean;
  organization: string;
  mail_sender: string | null;
  logo_mark: Buffer | null;
  domains: string[];
  /** Time of the database, as the clocks of workers may differ. */
  now: Date;
}

export const selectRecipient = sql(
  "deliveries.receiver",
  `SELECT ${preferenceColumns}, u.fullname, u.email, COALESCE(u.language, t.default_language) AS language, COALESCE(u.time_zone, t.time_zone) AS time_zone,
     u.active AND t.active AS active, u.external, t.name AS organization, t.mail_sender, t.logo_mark,
     ARRAY(SELECT d.domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY d.main DESC, d.domain) AS domains,
     clock_timestamp() AS now
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

export interface NotificationContent {
  id: number;
  kind: NotificationKind;
  values: Record<string, string>;
  path: string;
  subject: string;
  reason: NotificationReason | null;
  task_id: number | null;
  project_id: number | null;
  request_id: number | null;
  others: number;
  count: number;
  shown: boolean;
  read: boolean;
}

const contentColumns = `n.id, n.kind, n."values", n.path, n.subject, n.reason, n.task_id, n.project_id, n.request_id, n.count, n.shown,
  n.read_at IS NOT NULL AND n.shown AS read, GREATEST(cardinality(n.actor_ids) - 1, 0) AS others`;

export const selectNotification = sql(
  "deliveries.notification",
  `SELECT ${contentColumns} FROM notification n WHERE n.tenant_id = current_tenant() AND n.id = $1`,
);

export const selectOwnRequest = sql(
  "deliveries.isOwnRequest",
  "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 AND requester_id = $2",
);

/** Tasks among $1 in projects that user $2 may see. */
export const selectVisibleTasks = sql(
  "deliveries.visibleTasks",
  `SELECT t.id FROM task t
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1) AND ${canSeeProject("t.project_id", "$2")}`,
);

export interface ListedEvent {
  values: Record<string, string>;
  path: string;
  /** Number of all new events, limited to `maxEventsPerMail`, including events that are not listed. */
  count: number;
}

/** Number of merged events that an email lists; further events are only counted. */
export const maxListedEvents = 5;

/**
 * The latest events up to $2 that no earlier delivery of this channel included, and their number. $1: notification, $3: channel, $4: push
 * subscription, $5: delivery, $6: tasks whose events may be included; null: all. Each event belongs to one delivery, even if that delivery
 * fails.
 */
export const selectNewEvents = sql(
  "deliveries.newEvents",
  `WITH told AS MATERIALIZED (
     SELECT COALESCE((SELECT d.events_to FROM notification_delivery d
       WHERE d.tenant_id = current_tenant() AND d.notification_id = $1 AND d.id < $5 AND d.channel = $3
         AND d.subscription_id IS NOT DISTINCT FROM $4 AND d.events_to IS NOT NULL ORDER BY d.id DESC LIMIT 1), 0) AS until
   ), fresh AS (
     SELECT new.* FROM told CROSS JOIN LATERAL (
       SELECT e.id, e."values", e.path FROM notification_event e
       WHERE e.tenant_id = current_tenant() AND e.notification_id = $1 AND e.id <= $2 AND e.id > told.until
         AND ($6::bigint[] IS NULL OR e.about = ANY($6))
       ORDER BY e.id DESC LIMIT ${maxEventsPerMail}) AS new
   ), last AS (SELECT id, "values", path, count(*) OVER ()::int AS count FROM fresh ORDER BY id DESC LIMIT ${maxListedEvents})
   SELECT last."values", last.path, last.count FROM last ORDER BY last.id`,
);

/** Browsers display only the latest push of a notification, so a push is skipped if a later one includes its events. */
export const selectIsSuperseded = sql(
  "deliveries.isOvertaken",
  `SELECT EXISTS (SELECT FROM notification_delivery d WHERE d.tenant_id = current_tenant() AND d.notification_id = $1
     AND d.id > $3 AND d.channel = 'push' AND d.subscription_id = $2) AS overtaken`,
);

export interface DigestContent {
  cadence: DigestCadence;
  period: string;
}

/** Limit of the notifications that a digest counts. */
const maxDigestNotifications = 1_000;
/** Number of notifications that a digest lists; further ones are only counted. */
export const maxListedNotifications = 100;

export const selectDigest = sql(
  "deliveries.digest",
  `SELECT cadence, period::text AS period FROM notification_digest WHERE tenant_id = current_tenant() AND id = $1`,
);
export const selectNotificationsOfDigest = sql(
  "deliveries.digested",
  `SELECT ${contentColumns} FROM notification n
   WHERE n.tenant_id = current_tenant() AND n.user_id = $1 AND n.digest_id = $2 AND (n.read_at IS NULL OR NOT n.shown)
   ORDER BY n.project_id NULLS LAST, n.task_id NULLS LAST, n.id LIMIT ${maxDigestNotifications}`,
);

export const selectSubscription = sql(
  "deliveries.subscription",
  `SELECT p.endpoint, p.p256dh, p.auth FROM push_subscription p
   JOIN session s ON s.tenant_id = p.tenant_id AND s.id = p.session_id AND s.expires_at > now()
   WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);
/** Also deletes the subscription's deliveries (cascade). */
export const deleteSubscription = sql(
  "deliveries.dropSubscription",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND id = $1`,
);
