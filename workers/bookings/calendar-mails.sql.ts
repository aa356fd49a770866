import { type CalendarBooking, calendarColumns, calendarTables } from "../../server/bookings/ics.service";
import { sql } from "../../server/platform/database/unit-of-work";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { Language } from "../../shared/kernel/languages";
import type { ChosenWays } from "../../shared/notifications/notifications.topics";

export const leaseSeconds = 300;
/** More than the longest series has dates. */
const atOnce = 250;

/** What one worker holds for a while. */
export interface Claimed {
  id: number;
  revision: number;
}

/** $1 the lease. One statement: of two workers each gets other rows, and whoever dies gives theirs back. */
export const claim = sql(
  "calendarMails.claim",
  `UPDATE booking_invitation SET lease = $1, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
   WHERE tenant_id = current_tenant() AND id IN (
     SELECT id FROM booking_invitation WHERE tenant_id = current_tenant() AND due_at <= now()
       AND (leased_until IS NULL OR leased_until < now())
     ORDER BY user_id, email, booking_id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
   RETURNING id, revision`,
);

/** An invitation with what it is for, as both are at this moment. */
export interface Due extends CalendarBooking {
  invitation_id: number;
  booking_id: number;
  bookable_type: BookableType;
  user_id: number | null;
  email: string;
  fullname: string | null;
  language: Language;
  active: boolean;
  topics: ChosenWays | null;
  answer: "accepted" | "declined" | "maybe" | null;
  withdrawn: boolean;
  private: boolean;
  /** They drive it, or did: a row may be there for that alone. */
  drives: boolean;
  drives_now: boolean;
  /** They have asked for it, or take part. */
  comes: boolean;
  told_sequence: number | null;
  told_method: "REQUEST" | "CANCEL" | null;
  attempts: number;
  revision: number;
  series_id: number | null;
  time_zone: string;
  requester_id: number;
  requester: string;
  requester_email: string;
  organisation: string;
  mail_sender: string | null;
  logo_mark: Buffer | null;
}

/** $1 invitations. Who is outside has no language of their own here: they get the mail in that of who invites. */
export const dueById = sql(
  "calendarMails.due",
  `SELECT i.id AS invitation_id, b.id AS booking_id, b.bookable_type, i.user_id, COALESCE(u.email, i.email) AS email, u.fullname,
     COALESCE(u.language, o.language, 'en') AS language, COALESCE(u.active AND NOT u.external, true) AS active, p.topics,
     CASE WHEN i.user_id IS NULL THEN i.answer ELSE a.answer END AS answer, i.withdrawn_at IS NOT NULL AS withdrawn,
     b.private, i.drives, b.status = 'approved' AND wheel.user_id IS NOT DISTINCT FROM i.user_id AND i.user_id IS NOT NULL AS drives_now,
     i.user_id IS NOT DISTINCT FROM b.requester_id OR a.user_id IS NOT NULL AS comes,
     i.told_sequence, i.told_method, i.attempts, i.revision, b.series_id, COALESCE(h.time_zone, lent.time_zone, t.time_zone) AS time_zone,
     b.requester_id, o.fullname AS requester, o.email AS requester_email, t.name AS organisation, t.mail_sender,
     t.logo_mark, ${calendarColumns}
   FROM ${calendarTables}
   JOIN booking_invitation i ON i.tenant_id = b.tenant_id AND i.booking_id = b.id
   JOIN app_user o ON o.tenant_id = b.tenant_id AND o.id = b.requester_id
   JOIN tenant t ON t.id = b.tenant_id AND t.active
   LEFT JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
   LEFT JOIN notification_preference p ON p.tenant_id = i.tenant_id AND p.user_id = i.user_id
   LEFT JOIN booking_participant a ON a.tenant_id = i.tenant_id AND a.booking_id = i.booking_id AND a.user_id = i.user_id
   WHERE b.tenant_id = current_tenant() AND i.id = ANY($1) ORDER BY b.starts_at, b.id`,
);

/** $1 the lease; $2 objects of what was told to whom. What has changed since stays due. */
export const finish = sql(
  "calendarMails.finish",
  `UPDATE booking_invitation i SET leased_until = NULL, told_sequence = COALESCE(r.sequence, i.told_sequence),
     told_method = COALESCE(r.method, i.told_method), due_at = CASE WHEN i.revision = r.revision THEN NULL ELSE i.due_at END
   FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, revision int, sequence int, method text)
   WHERE i.tenant_id = current_tenant() AND i.id = r.id AND i.lease = $1`,
);

/** $1 the lease, $2 which, $3 in how many seconds. */
export const postpone = sql(
  "calendarMails.postpone",
  `UPDATE booking_invitation SET leased_until = NULL, due_at = now() + make_interval(secs => $3)
   WHERE tenant_id = current_tenant() AND lease = $1 AND id = ANY($2)`,
);
