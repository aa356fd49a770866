import { Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

/**
 * Locks the timesheet weeks with time logged on a task or in a project, in the order of user and date. $1 task or null, $2 project or null.
 */
const lockWeekRowsOf = sql(
  "time.holdWeeksOf",
  `INSERT INTO time_week (tenant_id, user_id, monday)
   SELECT DISTINCT current_tenant(), e.user_id, date_trunc('week', e.date)::date FROM time_entry e
   WHERE e.tenant_id = current_tenant() AND e.task_id = ANY(ARRAY(
     SELECT t.id FROM task t WHERE t.tenant_id = current_tenant() AND (t.id = $1 OR t.project_id = $2)))
   ORDER BY 2, 3
   ON CONFLICT (tenant_id, user_id, monday) DO UPDATE SET state = time_week.state
   RETURNING state`,
);

/**
 * Rejects the deletion of a task or project with hours in submitted or approved timesheet weeks. These weeks are the basis of payments, and
 * the deletion would delete their hours.
 * @throws Problem 409 when there are such hours.
 */
export async function requireNoSubmittedWeeks(tx: Tx, of: { task: number } | { project: number }): Promise<void> {
  const values = "task" in of ? [of.task, null] : [null, of.project];
  const weeks = await tx.rows<{ state: string }>(lockWeekRowsOf, values);
  if (weeks.some(({ state }) => state !== "open")) throw new Problem("time.handedIn");
}
