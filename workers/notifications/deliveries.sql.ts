import type { Preference } from "../../server/notifications/settings.service";
import { preferenceColumns } from "../../server/notifications/settings.service";
import { eventsAtMost } from "../../server/notifications/tell.service";
import { sql } from "../../server/platform/database/unit-of-work";
import type { Language } from "../../shared/kernel/languages";
import type { NotificationKind, Reason } from "../../shared/notifications/notifications.kinds";
import type { Cadence } from "../../shared/notifications/quiet.rules";

/** What one worker holds for a while. */
export interface Claimed {
  id: number;
  user_id: number;
  channel: "mail" | "push";
  notification_id: number | null;
  digest_id: number | null;
  subscription_id: number | null;
  attempts: number;
  /** Events up to here. */
  events_to: number | null;
}

/** Longer than a portion may take: else two workers could send the same at once. */
export const leaseSeconds = 90;
export const atOnce = 10;

const isDue = "d.done_at IS NULL AND d.due_at <= now() AND (d.leased_until IS NULL OR d.leased_until < now())";

/** What of which tenant is due, whoever has waited longest first. One row of each is looked at. */
export const dueLines = `SELECT t.id, way.channel FROM tenant t CROSS JOIN (VALUES ('mail'), ('push')) AS way (channel)
  CROSS JOIN LATERAL (SELECT d.due_at FROM notification_delivery d
    WHERE d.tenant_id = t.id AND d.channel = way.channel AND ${isDue} ORDER BY d.due_at LIMIT 1) AS first
  ORDER BY first.due_at`;

const ofLine = `d.tenant_id = current_tenant() AND d.channel = $4 AND ${isDue}`;

/**
 * $1 the lease, $2 its seconds, $3 how many, $4 the channel, $5 the person after whom it goes on. The next people's first each, then
 * their second: nobody's thousands come before another's one. One statement: of two workers each gets other rows, and whoever dies
 * gives theirs back when the lease is over.
 */
export const claim = sql(
  "deliveries.claim",
  `WITH RECURSIVE people AS (
     (SELECT d.user_id, 1 AS nth FROM notification_delivery d WHERE ${ofLine} AND d.user_id > $5 ORDER BY d.user_id LIMIT 1)
     UNION ALL
     SELECT next.user_id, p.nth + 1 FROM people p CROSS JOIN LATERAL (
       SELECT d.user_id FROM notification_delivery d WHERE ${ofLine} AND d.user_id > p.user_id
       ORDER BY d.user_id LIMIT 1) AS next
     WHERE p.nth < $3
   ), picked AS (
     SELECT first.id FROM people p CROSS JOIN LATERAL (
       SELECT d.id, row_number() OVER (ORDER BY d.due_at, d.id) AS place FROM notification_delivery d
       WHERE ${ofLine} AND d.user_id = p.user_id ORDER BY d.due_at, d.id LIMIT $3) AS first
     ORDER BY first.place, p.nth LIMIT $3
   ), held AS (
     SELECT d.id FROM notification_delivery d WHERE ${ofLine} AND d.id = ANY (ARRAY(SELECT id FROM picked))
     FOR UPDATE SKIP LOCKED
   )
   UPDATE notification_delivery d SET lease = $1, leased_until = now() + make_interval(secs => $2), attempts = attempts + 1,
     events_to = COALESCE(d.events_to, (SELECT max(e.id) FROM notification_event e
       WHERE e.tenant_id = d.tenant_id AND e.notification_id = d.notification_id))
   WHERE d.tenant_id = current_tenant() AND d.id = ANY (ARRAY(SELECT id FROM held))
   RETURNING id, user_id, channel, notification_id, digest_id, subscription_id, attempts, events_to`,
);

export const finish = sql(
  "deliveries.finish",
  `UPDATE notification_delivery SET done_at = now(), outcome = $3, leased_until = NULL
   WHERE tenant_id = current_tenant() AND id = $1 AND lease = $2`,
);
export const postpone = sql(
  "deliveries.postpone",
  `UPDATE notification_delivery SET due_at = now() + make_interval(secs => $3), leased_until = NULL, outcome = $4
   WHERE tenant_id = current_tenant() AND id = $1 AND lease = $2`,
);
/** What comes at a quiet time stands in the next digest. */
export const toDigest = sql(
  "deliveries.toDigest",
  `UPDATE notification SET digest = COALESCE(digest, 'daily'), digest_id = NULL
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export interface Receiver extends Preference {
  fullname: string;
  email: string;
  language: Language | null;
  time_zone: string;
  active: boolean;
  external: boolean;
  organisation: string;
  mail_sender: string | null;
  /** A small PNG. */
  logo_mark: Buffer | null;
  /** Its host names, the main one first. */
  domains: string[];
  /** By the database's clock: workers' may differ. */
  now: Date;
}

export const receiver = sql(
  "deliveries.receiver",
  `SELECT ${preferenceColumns}, u.fullname, u.email, COALESCE(u.language, t.default_language) AS language, COALESCE(u.time_zone, t.time_zone) AS time_zone,
     u.active AND t.active AS active, u.external, t.name AS organisation, t.mail_sender, t.logo_mark,
     ARRAY(SELECT d.domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY d.main DESC, d.domain) AS domains,
     clock_timestamp() AS now
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

export interface Content {
  id: number;
  kind: NotificationKind;
  values: Record<string, string>;
  path: string;
  subject: string;
  reason: Reason | null;
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

export const notificationById = sql(
  "deliveries.notification",
  `SELECT ${contentColumns} FROM notification n WHERE n.tenant_id = current_tenant() AND n.id = $1`,
);

export const isOwnRequest = sql(
  "deliveries.isOwnRequest",
  "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 AND requester_id = $2",
);

export interface Event {
  values: Record<string, string>;
  path: string;
  /** Of all that are new, also those that aren't here: no further than `eventsAtMost`. */
  count: number;
}

/** At most so many lines of a burst are said; the rest is a number. */
export const linesAtMost = 5;

/**
 * The last few of what nothing earlier has told, or was to tell, in the same way, and how many they are of: each event is one
 * delivery's, whatever becomes of it.
 */
export const newEvents = sql(
  "deliveries.newEvents",
  `WITH told AS MATERIALIZED (
     SELECT COALESCE((SELECT d.events_to FROM notification_delivery d
       WHERE d.tenant_id = current_tenant() AND d.notification_id = $1 AND d.id < $5 AND d.channel = $3
         AND d.subscription_id IS NOT DISTINCT FROM $4 AND d.events_to IS NOT NULL ORDER BY d.id DESC LIMIT 1), 0) AS until
   ), fresh AS (
     SELECT new.* FROM told CROSS JOIN LATERAL (
       SELECT e.id, e."values", e.path FROM notification_event e
       WHERE e.tenant_id = current_tenant() AND e.notification_id = $1 AND e.id <= $2 AND e.id > told.until
       ORDER BY e.id DESC LIMIT ${eventsAtMost}) AS new
   ), last AS (SELECT id, "values", path, count(*) OVER ()::int AS count FROM fresh ORDER BY id DESC LIMIT ${linesAtMost})
   SELECT last."values", last.path, last.count FROM last ORDER BY last.id`,
);

/** A browser shows the latest of a notification alone: what a later push tells of as well isn't sent before or after it. */
export const isOvertaken = sql(
  "deliveries.isOvertaken",
  `SELECT EXISTS (SELECT FROM notification_delivery d WHERE d.tenant_id = current_tenant() AND d.notification_id = $1
     AND d.id > $3 AND d.channel = 'push' AND d.subscription_id = $2) AS overtaken`,
);

export interface Digest {
  cadence: Cadence;
  period: string;
}

export const digestById = sql(
  "deliveries.digest",
  `SELECT cadence, period::text AS period FROM notification_digest WHERE tenant_id = current_tenant() AND id = $1`,
);
export const digested = sql(
  "deliveries.digested",
  `SELECT ${contentColumns} FROM notification n
   WHERE n.tenant_id = current_tenant() AND n.user_id = $1 AND n.digest_id = $2 AND (n.read_at IS NULL OR NOT n.shown)
   ORDER BY n.project_id NULLS LAST, n.task_id NULLS LAST, n.id LIMIT 100`,
);

export const subscriptionById = sql(
  "deliveries.subscription",
  `SELECT p.endpoint, p.p256dh, p.auth FROM push_subscription p
   JOIN session s ON s.tenant_id = p.tenant_id AND s.id = p.session_id AND s.expires_at > now()
   WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);
/** Its deliveries go with it. */
export const dropSubscription = sql(
  "deliveries.dropSubscription",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND id = $1`,
);
