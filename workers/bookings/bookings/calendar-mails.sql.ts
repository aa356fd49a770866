import { type CalendarBooking, calendarColumns, calendarTables } from "../../../server/bookings/bookings/calendar/ics";
import { sql } from "../../../server/platform/database/unit-of-work";
import type { BookableType } from "../../../shared/bookings/bookings/bookings.schema";
import type { Language } from "../../../shared/kernel/languages";
import type { ChannelChoices } from "../../../shared/communication/notifications/notifications.topics";

export const leaseSeconds = 300;
/** Number of invitations from which on no further recipient or series is claimed. */
const batchSize = 250;

export interface ClaimedInvitation {
  id: number;
  revision: number;
}

const isClaimable = (alias: string) =>
  `${alias}.due_at <= now() AND (${alias}.leased_until IS NULL OR ${alias}.leased_until < now())`;

/**
 * $1: the lease. A single statement, so that concurrent workers claim different rows; leases of crashed workers expire. The dates of one
 * series for one recipient are claimed together, because they become one mail: a worker locks the first of them (`leader`).
 */
export const claimInvitations = sql(
  "calendarMails.claim",
  `WITH due AS MATERIALIZED (
     SELECT i.id, i.user_id, i.email, min(i.id) OVER (PARTITION BY i.user_id, i.email, COALESCE(b.series_id, -b.id)) AS leader
     FROM booking_invitation i JOIN booking b ON b.tenant_id = i.tenant_id AND b.id = i.booking_id
     WHERE i.tenant_id = current_tenant() AND ${isClaimable("i")}),
   mail AS (
     SELECT leader, sum(count(*)) OVER (ORDER BY user_id, email, leader) - count(*) AS claimed_before
     FROM due GROUP BY user_id, email, leader),
   claimed AS MATERIALIZED (
     SELECT i.id FROM booking_invitation i JOIN mail m ON m.leader = i.id AND m.claimed_before < ${batchSize}
     WHERE i.tenant_id = current_tenant() AND ${isClaimable("i")} FOR UPDATE OF i SKIP LOCKED)
   UPDATE booking_invitation i SET lease = $1, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
   FROM due d JOIN claimed c ON c.id = d.leader
   WHERE i.tenant_id = current_tenant() AND i.id = d.id AND ${isClaimable("i")}
   RETURNING i.id, i.revision`,
);

export interface DueInvitation extends CalendarBooking {
  invitation_id: number;
  booking_id: number;
  bookable_type: BookableType;
  user_id: number | null;
  email: string;
  fullname: string | null;
  language: Language;
  active: boolean;
  topics: ChannelChoices | null;
  answer: "accepted" | "declined" | "maybe" | null;
  withdrawn: boolean;
  /** Whether the recipient is or was the driver (`drives`), and whether the recipient is the current driver (`drives_now`). */
  drives: boolean;
  drives_now: boolean;
  comes: boolean;
  /** Whether the recipient became the requester by taking the booking over, without an invitation before. */
  handed_over: boolean;
  told_sequence: number | null;
  told_method: "REQUEST" | "CANCEL" | null;
  attempts: number;
  revision: number;
  time_zone: string;
  tenant_time_zone: string;
  /** Time zone of a user of the tenant; null for external guests. */
  reader_zone: string | null;
  requester_id: number | null;
  requester: string;
  requester_email: string;
  organization: string;
  mail_sender: string | null;
  logo_mark: Buffer | null;
}

/** $1: ids of the invitations. External guests have no language setting and get the requester's language. */
const columns = ` i.id AS invitation_id, b.id AS booking_id, b.bookable_type, i.user_id, COALESCE(u.email, i.email) AS email, u.fullname,
     COALESCE(u.language, o.language, 'en') AS language, COALESCE(u.active AND NOT u.external, true) AS active, p.topics,
     CASE WHEN i.user_id IS NULL THEN i.answer ELSE a.answer END AS answer, i.withdrawn_at IS NOT NULL AS withdrawn,
     i.drives, b.status = 'approved' AND wheel.user_id IS NOT DISTINCT FROM i.user_id AND i.user_id IS NOT NULL AS drives_now,
     i.user_id IS NOT DISTINCT FROM b.requester_id OR a.user_id IS NOT NULL AS comes, i.handed_over,
     i.told_sequence, i.told_method, i.attempts, i.revision, COALESCE(h.time_zone, lent.time_zone, t.time_zone) AS time_zone, t.time_zone AS tenant_time_zone,
     CASE WHEN i.user_id IS NOT NULL THEN COALESCE(u.time_zone, t.time_zone) END AS reader_zone,
     b.requester_id, o.fullname AS requester, o.email AS requester_email, t.name AS organization, t.mail_sender,
     t.logo_mark, ${calendarColumns}`;
const tables = `${calendarTables}
   JOIN booking_invitation i ON i.tenant_id = b.tenant_id AND i.booking_id = b.id
   JOIN app_user o ON o.tenant_id = b.tenant_id AND o.id = b.requester_id
   JOIN tenant t ON t.id = b.tenant_id AND t.active
   LEFT JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
   LEFT JOIN notification_preference p ON p.tenant_id = i.tenant_id AND p.user_id = i.user_id
   LEFT JOIN booking_participant a ON a.tenant_id = i.tenant_id AND a.booking_id = i.booking_id AND a.user_id = i.user_id`;

export const dueInvitationsById = sql(
  "calendarMails.due",
  `SELECT ${columns} FROM ${tables} WHERE b.tenant_id = current_tenant() AND i.id = ANY($1) ORDER BY b.starts_at, b.id`,
);

export const seriesDatesFor = sql(
  "calendarMails.dates",
  `SELECT ${columns} FROM ${tables}
   WHERE b.tenant_id = current_tenant() AND b.series_id = $1 AND b.status IN ('pending', 'approved')
     AND (i.user_id = $2 OR i.email = $3) AND (i.withdrawn_at IS NULL OR i.drives) ORDER BY b.starts_at, b.id`,
);

/** $1: the lease; $2: JSON with the sent method and sequence per row. Rows that changed since they were claimed remain due. */
export const finishInvitations = sql(
  "calendarMails.finish",
  `UPDATE booking_invitation i SET leased_until = NULL, told_sequence = COALESCE(r.sequence, i.told_sequence),
     told_method = COALESCE(r.method, i.told_method), due_at = CASE WHEN i.revision = r.revision THEN NULL ELSE i.due_at END
   FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, revision int, sequence int, method text)
   WHERE i.tenant_id = current_tenant() AND i.id = r.id AND i.lease = $1`,
);

export const postponeInvitations = sql(
  "calendarMails.postpone",
  `UPDATE booking_invitation SET leased_until = NULL, due_at = now() + make_interval(secs => $3)
   WHERE tenant_id = current_tenant() AND lease = $1 AND id = ANY($2)`,
);
