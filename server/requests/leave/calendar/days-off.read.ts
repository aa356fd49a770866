import type { DayOff } from "../../../../shared/work/time/workload.rules";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

const daysOff = sql(
  "leave.daysOff",
  `SELECT u.id AS user_id, h.date::text AS "from", h.date::text AS "to", NULL::int AS minutes, false AS leave,
          h.half IS NOT DISTINCT FROM 'afternoon' AS from_noon, h.half IS NOT DISTINCT FROM 'morning' AS to_noon
   FROM app_user u JOIN holiday h ON h.tenant_id = u.tenant_id AND h.date BETWEEN $2 AND $3
     AND (h.location IS NULL OR h.location_key = u.location_key)
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)
   UNION ALL
   SELECT l.user_id, l.start_date::text, l.end_date::text, l.part_minutes, true, l.from_noon, l.to_noon FROM leave_request l
   JOIN request r ON r.tenant_id = current_tenant() AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
   WHERE l.tenant_id = current_tenant() AND l.user_id = ANY($1) AND l.live AND l.start_date <= $3 AND l.end_date >= $2`,
);

/** Days off of a user in a period: holidays at their location and approved leave, including half days. */
export const readDaysOff = async (tx: Tx, userId: number, from: string, to: string): Promise<DayOff[]> =>
  (await readDaysOffOfPeople(tx, [userId], from, to)).get(userId) ?? [];

export async function readDaysOffOfPeople(
  tx: Tx,
  userIds: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, DayOff[]>> {
  const found = new Map<number, DayOff[]>();
  for (const { user_id, ...off } of await tx.rows<DayOff & { user_id: number }>(daysOff, [[...userIds], from, to])) {
    const personDays = found.get(user_id);
    if (personDays) personDays.push(off);
    else found.set(user_id, [off]);
  }
  return found;
}
