import { notifyUsers } from "../../communication/notifications/notify.service";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";

/** Month from which the holidays of the next year are to be reviewed. */
const reviewMonth = 11;

// The unique constraint lets only one of two workers insert. $1 month.
const reviewDue = sql(
  "leave.reviewHolidays",
  `WITH told AS (
     INSERT INTO leave_reminder (tenant_id, kind, year)
     SELECT current_tenant(), 'holidays', extract(year FROM tenant_today()) + 1
     WHERE extract(month FROM tenant_today()) >= $1 AND NOT EXISTS (SELECT FROM leave_reminder r
       WHERE r.tenant_id = current_tenant() AND r.kind = 'holidays' AND r.year = extract(year FROM tenant_today()) + 1)
     ON CONFLICT ON CONSTRAINT leave_reminder_once DO NOTHING RETURNING year
   )
   SELECT told.year,
     (SELECT count(*)::int FROM holiday h WHERE h.tenant_id = current_tenant() AND extract(year FROM h.date) = told.year) AS count,
     ARRAY(SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
       AND ${roleHoldsAny("u", "'{leave-type-edit}'::text[]")} AND person_holds(u.id, 'leave-type-edit') ORDER BY u.id) AS people
   FROM told`,
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
