import { capacityOf } from "../../../shared/work/time/workload.rules";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { maxCapacities, type readCapacity } from "../../../shared/work/timeline/timeline.contract";
import type { OrganizationWeek, WorkSchedule } from "../../../shared/work/schedules/schedules.rules";
import { groupBy } from "../../../shared/kernel/group-by";
import { scheduleFields } from "../schedules/schedules.read";
import { daysOff } from "../time/time.slots";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { projectAccess, canSeeAllProjects, type Viewer } from "../access/projects.policy";

/**
 * Users with access to the visible projects. $1 viewer, $2 whether the viewer sees all projects, $3 a single project (null: all that aren't
 * archived).
 */
const selectTimelinePeople = sql(
  "timeline.people",
  `SELECT DISTINCT a.user_id AS id FROM project_access a
   JOIN project p ON p.tenant_id = a.tenant_id AND p.id = a.project_id
   WHERE a.tenant_id = current_tenant() AND CASE WHEN $3::bigint IS NULL THEN p.archived_at IS NULL ELSE p.id = $3 END
     AND ($2 OR EXISTS (SELECT FROM project_access x
       WHERE x.tenant_id = current_tenant() AND x.project_id = a.project_id AND x.user_id = $1))
   ORDER BY a.user_id LIMIT ${maxCapacities}`,
);
const selectWorkTime = sql(
  "timeline.workTime",
  `SELECT t.weekend, (t.workday_hours * 60)::int AS "minutesPerDay", COALESCE((
     SELECT json_agg(json_build_object('user_id', ws.user_id, ${scheduleFields("ws")})) FROM work_schedule ws
     WHERE ws.tenant_id = t.id AND ws.user_id = ANY($1) AND ws.during && daterange($2::date, $3::date, '[]')), '[]') AS schedules
   FROM tenant t WHERE t.id = current_tenant()`,
);

/**
 * Capacity of the users in a project or in all visible projects. Only sums are returned, so that colleagues see how much a user can work,
 * but not on which days the user is on leave. External users see no capacity.
 * @throws Problem 404 for a project that the viewer doesn't see.
 */
export async function capacityOfPeople(
  tx: Tx,
  viewer: Viewer,
  { project_id: projectId, from, to }: QueryOf<typeof readCapacity>,
): Promise<ReplyOf<typeof readCapacity>["data"]> {
  if (projectId) await projectAccess(tx, viewer, projectId);
  if (viewer.external) return [];
  const found = await tx.rows<{ id: number }>(selectTimelinePeople, [
    viewer.id,
    canSeeAllProjects(viewer),
    projectId ?? null,
  ]);
  const ids = found.map(({ id }) => id);
  const time = await tx.one<OrganizationWeek & { schedules: (WorkSchedule & { user_id: number })[] }>(selectWorkTime, [
    ids,
    from,
    to,
  ]);
  const off = await daysOff.filling(tx, ids, from, to);
  const { schedules, ...week } = time as NonNullable<typeof time>;
  const byUser = groupBy(schedules, ({ user_id }) => user_id);
  return ids.map((id) => ({
    user_id: id,
    minutes: capacityOf({ from, to }, { ...week, schedules: byUser.get(id) ?? [] }, off.get(id) ?? []).capacity_minutes,
  }));
}
