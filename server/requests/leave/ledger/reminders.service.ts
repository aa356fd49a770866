import { addDays } from "../../../../shared/kernel/days";
import type { NamedRecord } from "../../../../shared/kernel/translations";
import { requestTitleOf } from "../../../../shared/communication/notifications/request.texts";
import {
  type ExpiringDays,
  expiringSoon,
  expiryNoticeDays,
} from "../../../../shared/requests/leave/ledger/expiry.rules";
import { lastCarriedDay } from "../../../../shared/requests/leave/ledger/grants.rules";
import { notifyEach, notifyUsers } from "../../../communication/notifications/notify.service";
import { roleHoldsAny } from "../../../platform/database/permission-holders";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { readLeaveAccounts } from "./accounts.read";
import { entitledAfter, inChunks } from "./allowance.service";

/** Month from which the holidays of the next year are to be reviewed. */
const reviewMonth = 11;

// The unique constraint lets only one of two workers insert. $1 month.
const reviewDue = sql(
  "leave.reviewHolidays",
  `WITH reminded AS (
     INSERT INTO leave_reminder (tenant_id, kind, year)
     SELECT current_tenant(), 'holidays', extract(year FROM tenant_today()) + 1
     WHERE extract(month FROM tenant_today()) >= $1 AND NOT EXISTS (SELECT FROM leave_reminder r
       WHERE r.tenant_id = current_tenant() AND r.kind = 'holidays' AND r.year = extract(year FROM tenant_today()) + 1)
     ON CONFLICT ON CONSTRAINT leave_reminder_once DO NOTHING RETURNING year
   )
   SELECT reminded.year,
     (SELECT count(*)::int FROM holiday h WHERE h.tenant_id = current_tenant() AND extract(year FROM h.date) = reminded.year) AS count,
     ARRAY(SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
       AND ${roleHoldsAny("u", "'{leave-type-edit}'::text[]")} AND person_holds(u.id, 'leave-type-edit') ORDER BY u.id) AS people
   FROM reminded`,
);

/** Reminds users who edit holidays to review those of the next year, once per year. */
export async function remindToReviewHolidays(tx: Tx): Promise<void> {
  const due = await tx.one<{ year: number; count: number; people: number[] }>(reviewDue, [reviewMonth]);
  if (!due) return;
  const message = {
    kind: "leave.reviewHolidays" as const,
    people: due.people.map((id) => ({ id, reason: null })),
    values: { year: String(due.year), count: String(due.count), sender: "", key: "" },
    path: `/leaves/list?tab=holidays&year=${due.year}`,
    subject: String(due.year),
    taskId: null,
    projectId: null,
  };
  await notifyUsers(tx, { eventId: null, sender: null }, [message]);
}

interface ExpiringType extends NamedRecord {
  id: number;
  inHours: boolean;
  carriedUntil: number | null;
  lieu: boolean;
  today: string;
}
const expiringTypes = sql(
  "leave.expiringTypes",
  `SELECT id, name, translations, counting = 'hours' AS "inHours", carried_until AS "carriedUntil", lieu_months IS NOT NULL AS lieu,
     tenant_today()::text AS today
   FROM leave_type WHERE tenant_id = current_tenant() AND active AND can_update_balance
     AND (carried_until IS NOT NULL OR lieu_months IS NOT NULL) ORDER BY id`,
);

// The unique constraint lets only one of two workers insert. $1 type, $2 users with the last day of what expires.
const expiryDue = sql(
  "leave.remindOfExpiry",
  `INSERT INTO leave_reminder (tenant_id, kind, user_id, leave_type_id, year, expires_on)
   SELECT current_tenant(), 'expiry', (e->>'user_id')::bigint, $1, extract(year FROM (e->>'last')::date), (e->>'last')::date
   FROM jsonb_array_elements($2::jsonb) AS e
   ON CONFLICT ON CONSTRAINT leave_reminder_once DO NOTHING
   RETURNING user_id AS "userId", expires_on::text AS last`,
);

/** Whether carried-over days of the type can expire within the time of a notice; credited hours can on any day. */
function mayExpireSoon({ lieu, carriedUntil, today }: ExpiringType): boolean {
  if (lieu || carriedUntil === null) return lieu;
  const last = lastCarriedDay(Number(today.slice(0, 4)), carriedUntil);
  return last >= today && last <= addDays(today, expiryNoticeDays);
}

/** Notifies users of carried-over days and credited hours that expire soon and that no booked leave uses, once for each last day. */
export async function remindOfExpiry(tx: Tx): Promise<void> {
  for (const type of (await tx.rows<ExpiringType>(expiringTypes)).filter(mayExpireSoon)) {
    for await (const scheduledUserIds of inChunks(tx, entitledAfter)) {
      const due = (await readLeaveAccounts(tx, { typeId: type.id, scheduledUserIds })).flatMap((account) =>
        expiringSoon(account).map((expiring) => ({ user_id: account.user_id, ...expiring })),
      );
      if (due.length === 0) continue;
      const first = await tx.rows<{ userId: number | null; last: string }>(expiryDue, [type.id, JSON.stringify(due)]);
      const isFirst = new Set(first.map(({ userId, last }) => `${userId} ${last}`));
      const messages = due
        .filter(({ user_id, last }) => isFirst.has(`${user_id} ${last}`))
        .map((one) => expiryMessage(type, one));
      await notifyEach(tx, { eventId: null, sender: null }, messages);
    }
  }
}

function expiryMessage(type: ExpiringType, { user_id, last, days }: ExpiringDays & { user_id: number }) {
  const amount: Record<string, string> = type.inHours ? { hours: String(days) } : { count: String(days) };
  return {
    kind: type.inHours ? ("leave.expiringHours" as const) : ("leave.expiring" as const),
    people: [{ id: user_id, reason: null }],
    values: { ...requestTitleOf(type), date: last, ...amount, sender: "", key: "" },
    // Unique for each type and last day, because notifications with the same path replace each other.
    path: `/leaves/list?expiring=${type.id}-${last}`,
    subject: type.name,
    taskId: null,
    projectId: null,
  };
}
