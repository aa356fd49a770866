import type { OwnLeave, OwnLeaveYear } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import type { WorkSchedule } from "../../../../shared/work/schedules/schedules.rules";
import { halfDayRangeOf } from "../../../../shared/requests/leave/calendar/days.rules";
import type { Actor } from "../../../platform/session";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { loadWorkCalendar } from "./work-calendar.read";
import { dayPartJson, leaveStateExpression, leaveTypeJson } from "../types/leave.sql";

const presentYear = sql("leave.presentYear", "SELECT extract(year FROM tenant_today())::int AS year");

const ownLeave = sql(
  "leave.ownYear",
  `SELECT l.id, ${leaveTypeJson("t")} AS leave_type, l.start_date, l.end_date, t.counting,
     ${dayPartJson("l")} AS part, CASE WHEN l.from_noon THEN 'afternoon' END AS start_half, CASE WHEN l.to_noon THEN 'morning' END AS end_half,
     ${leaveStateExpression} AS state
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.live AND l.halves && int4range($2, $3)
   ORDER BY l.start_date, l.id`,
);

const presentSchedule = ({ from, until, minutes, other, anchor }: WorkSchedule) => ({
  from,
  until,
  minutes: minutes && [...minutes],
  other: other && [...other],
  anchor,
});

/** The actor's leave in a year, with days off at their location. Drafts, rejected and cancelled requests are left out. */
export async function loadOwnLeaveYear(tx: Tx, actor: Actor, requestedYear: number | undefined): Promise<OwnLeaveYear> {
  const year = requestedYear ?? (await tx.one<{ year: number }>(presentYear))?.year ?? 0;
  const [start_date, end_date] = [`${year}-01-01`, `${year}-12-31`];
  const { weekend, minutes_per_day, holidays, schedules } = await loadWorkCalendar(tx, actor.id, start_date, end_date);
  const { from, to } = halfDayRangeOf({ start_date, end_date });
  return {
    year,
    weekend: [...weekend],
    minutes_per_day,
    schedules: schedules.map(presentSchedule),
    holidays: holidays.map(({ date, name, translations, half }) => ({ date, name, translations, half })),
    leaves: await tx.rows<OwnLeave>(ownLeave, [actor.id, from, to]),
  };
}
