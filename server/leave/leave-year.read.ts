import type { OwnLeave, OwnLeaveYear } from "../../shared/leave/leave-calendar.contract";
import { halvesOf } from "../../shared/leave/leave.days.rules";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { workCalendar } from "./leave.calendar";
import { typeRef } from "./leave.sql";

const presentYear = sql("leave.presentYear", "SELECT extract(year FROM tenant_today())::int AS year");

const ownLeave = sql(
  "leave.ownYear",
  `SELECT l.id, ${typeRef("t")} AS leave_type, l.start_date, l.end_date, t.counting,
     CASE WHEN l.from_noon THEN 'afternoon' END AS start_half, CASE WHEN l.to_noon THEN 'morning' END AS end_half,
     CASE WHEN r.status IN ('approved', 'approved_by_manager') THEN 'booked' ELSE 'waiting' END AS state
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.live AND l.halves && int4range($2, $3)
   ORDER BY l.start_date, l.id`,
);

/** One's own leave of a year, with what isn't work where one works. Drafts and what was refused take no place in it. */
export async function ownYear(tx: Tx, actor: Actor, asked: number | undefined): Promise<OwnLeaveYear> {
  const year = asked ?? (await tx.one<{ year: number }>(presentYear))?.year ?? 0;
  const [start_date, end_date] = [`${year}-01-01`, `${year}-12-31`];
  const { weekend, holidays } = await workCalendar(tx, actor.id, start_date, end_date);
  const { from, to } = halvesOf({ start_date, end_date });
  return {
    year,
    weekend: [...weekend],
    holidays: holidays.map(({ date, name, translations, half }) => ({ date, name, translations, half })),
    leaves: await tx.rows<OwnLeave>(ownLeave, [actor.id, from, to]),
  };
}
