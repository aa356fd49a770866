import type { DayOff } from "../../shared/analytics/workload.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";

const daysOff = sql(
  "leave.daysOff",
  `SELECT h.date::text AS "from", h.date::text AS "to", CASE WHEN h.half IS NULL THEN 1 ELSE 0.5 END::float8 AS part, false AS leave,
          false AS from_noon, false AS to_noon
   FROM holiday h WHERE h.tenant_id = current_tenant() AND h.date BETWEEN $2 AND $3
     AND (h.location IS NULL OR h.location = (SELECT u.location FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1))
   UNION ALL
   SELECT l.start_date::text, l.end_date::text, 1, true, l.from_noon, l.to_noon FROM leave_request l
   JOIN request r ON r.tenant_id = current_tenant() AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.live AND l.start_date <= $3 AND l.end_date >= $2`,
);

/** Days off of somebody from one day to another: holidays where they work, and leave that is approved; parts of a day as they are. */
export const readDaysOff = (tx: Tx, userId: number, from: string, to: string): Promise<DayOff[]> =>
  tx.rows<DayOff>(daysOff, [userId, from, to]);
