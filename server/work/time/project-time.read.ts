import type { ProjectTime } from "../../../shared/work/time/sheet.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { Problem } from "../../../shared/kernel/problems";
import { projectAccess, type Viewer } from "../access/projects.policy";
import { personJson } from "./time.sql";

/** Estimates exclude archived tasks, as the project's progress does. The total time includes archived tasks, which the screen mentions. */
const selectTimeSums = sql(
  "projectTime.sums",
  `SELECT COALESCE(sum(estimate_minutes) FILTER (WHERE archived_at IS NULL), 0)::int AS estimate_minutes,
          COALESCE(sum(spent_minutes), 0)::int AS spent_minutes,
          COALESCE(sum(spent_minutes) FILTER (WHERE estimate_minutes IS NOT NULL AND archived_at IS NULL), 0)::int
            AS spent_on_estimated_minutes,
          count(estimate_minutes) FILTER (WHERE archived_at IS NULL)::int AS estimated_count,
          count(*) FILTER (WHERE archived_at IS NULL)::int AS task_count
   FROM task WHERE tenant_id = current_tenant() AND project_id = $1`,
);

/** Tasks with the most time spent or planned, including archived ones. */
const selectTasksByTime = sql(
  "projectTime.tasks",
  `SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, t.progress = 100 AS done, t.estimate_minutes,
          t.spent_minutes
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND (t.estimate_minutes IS NOT NULL OR t.spent_minutes > 0)
   ORDER BY GREATEST(t.spent_minutes, COALESCE(t.estimate_minutes, 0)) DESC, t.id LIMIT 12`,
);

const selectPeopleByTime = sql(
  "projectTime.people",
  `SELECT ${personJson("u")} AS user, s.minutes
   FROM (SELECT e.user_id, sum(e.minutes)::int AS minutes FROM time_entry e
         JOIN task t ON t.tenant_id = e.tenant_id AND t.id = e.task_id
         WHERE e.tenant_id = current_tenant() AND t.project_id = $1 GROUP BY e.user_id) AS s
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = s.user_id
   ORDER BY s.minutes DESC, u.id`,
);

/**
 * Compares estimates with the time spent.
 * @throws Problem 404 when the project isn't visible; 403 for external users, because the result contains hours of individual users.
 */
export async function readProjectTime(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectTime> {
  await projectAccess(tx, viewer, projectId);
  if (viewer.external) throw new Problem("permission.denied");
  const sum = (await tx.one<Omit<ProjectTime, "tasks" | "people">>(selectTimeSums, [projectId])) as Omit<
    ProjectTime,
    "tasks" | "people"
  >;
  return {
    ...sum,
    tasks: await tx.rows<ProjectTime["tasks"][number]>(selectTasksByTime, [projectId]),
    people: await tx.rows<ProjectTime["people"][number]>(selectPeopleByTime, [projectId]),
  };
}
