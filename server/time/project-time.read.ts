import type { ProjectTime } from "../../shared/time/sheet.contract";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { Problem } from "../../shared/kernel/problems";
import { projectAccess, type Viewer } from "../projects/projects.policy";
import { person } from "./time.sql";

const sums = sql(
  "projectTime.sums",
  `SELECT COALESCE(sum(estimate_minutes), 0)::int AS estimate_minutes, COALESCE(sum(spent_minutes), 0)::int AS spent_minutes,
          COALESCE(sum(spent_minutes) FILTER (WHERE estimate_minutes IS NOT NULL), 0)::int AS spent_on_estimated_minutes,
          count(estimate_minutes)::int AS estimated_count, count(*)::int AS task_count
   FROM task WHERE tenant_id = current_tenant() AND project_id = $1`,
);

/** Those that say most: where most was spent, or where most is planned. Archived tasks were work, too. */
const tasks = sql(
  "projectTime.tasks",
  `SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, t.progress = 100 AS done, t.estimate_minutes,
          t.spent_minutes
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND (t.estimate_minutes IS NOT NULL OR t.spent_minutes > 0)
   ORDER BY GREATEST(t.spent_minutes, COALESCE(t.estimate_minutes, 0)) DESC, t.id LIMIT 12`,
);

const people = sql(
  "projectTime.people",
  `SELECT ${person("u")} AS user, s.minutes
   FROM (SELECT e.user_id, sum(e.minutes)::int AS minutes FROM time_entry e
         JOIN task t ON t.tenant_id = e.tenant_id AND t.id = e.task_id
         WHERE e.tenant_id = current_tenant() AND t.project_id = $1 GROUP BY e.user_id) AS s
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = s.user_id
   ORDER BY s.minutes DESC, u.id`,
);

/**
 * Estimates against time spent.
 * @throws Problem 404 when the project isn't the viewer's to see; 403 for people from outside: these are hours of persons.
 */
export async function readProjectTime(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectTime> {
  await projectAccess(tx, viewer, projectId);
  if (viewer.external) throw new Problem("permission.denied");
  const sum = (await tx.one<Omit<ProjectTime, "tasks" | "people">>(sums, [projectId])) as Omit<
    ProjectTime,
    "tasks" | "people"
  >;
  return {
    ...sum,
    tasks: await tx.rows<ProjectTime["tasks"][number]>(tasks, [projectId]),
    people: await tx.rows<ProjectTime["people"][number]>(people, [projectId]),
  };
}
