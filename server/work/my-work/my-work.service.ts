import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import type {
  CurrentTask,
  listMyWork,
  WorkProject,
  WorkReason,
  WorkTask,
} from "../../../shared/work/my-work/my-work.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { permissionsInProject, canSeeAllProjects, type Viewer } from "../access/projects.policy";
import { assignedTasks, countWork, listWork, selectProjectsOfWork } from "./my-work.sql";
import { joinColumnPosition, taskColumnJson } from "../tasks/column.present";
import { tenantEpochSql } from "../../platform/database/epoch";

const maxCurrentTasks = 5;

/**
 * Tasks in projects that the reader can't see are neither shown nor counted. $1 user, $2 reader, $3 whether the reader sees all projects,
 * $4 limit.
 */
const selectCurrentTasks = sql(
  "work.person",
  `WITH theirs AS (${assignedTasks("")}
    UNION
    SELECT task_id FROM timer WHERE tenant_id = current_tenant() AND user_id = $1
   )
   SELECT t.id, p.code || '-' || t.number AS key, t.title, t.due_date::text AS due_date, t.progress,
     ${taskColumnJson} AS column,
     json_build_object('id', p.id, 'title', p.title, 'revision', COALESCE((SELECT e.revision FROM event_stream e
       WHERE e.tenant_id = p.tenant_id AND e.name = 'project:' || p.id), 0),
       'epoch', ${tenantEpochSql}) AS project,
     r.task_id IS NOT NULL AS running
   FROM theirs
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = theirs.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
   LEFT JOIN timer r ON r.tenant_id = t.tenant_id AND r.user_id = $1 AND r.task_id = t.id
   ${joinColumnPosition}
   WHERE t.archived_at IS NULL AND (r.task_id IS NOT NULL OR (s.kind = 'doing' AND t.progress < 100))
     AND ($3 OR EXISTS (SELECT FROM project_access a
                        WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $2))
   ORDER BY running DESC, t.due_date NULLS LAST,
     CASE t.priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, t.id
   LIMIT $4`,
);

/** Tasks a user currently works on, limited to the reader's projects. The reader must be allowed to see the user. */
export const readCurrentTasks = (tx: Tx, reader: Viewer, userId: number): Promise<CurrentTask[]> =>
  tx.rows<CurrentTask>(selectCurrentTasks, [userId, reader.id, canSeeAllProjects(reader), maxCurrentTasks]);

type ProjectRow = Omit<WorkProject, "can"> & { role: ProjectRole | null };

export async function readMyWork(
  tx: Tx,
  viewer: Viewer,
  query: QueryOf<typeof listMyWork>,
): Promise<ReplyOf<typeof listMyWork>> {
  const state = query.state ?? "open";
  const about = [viewer.id, canSeeAllProjects(viewer), state === "done"];
  const [data, counted] = await Promise.all([
    tx.rows<WorkTask>(listWork(state), [...about, query.of ?? "assigned", query.per_page ?? 200]),
    tx.rows<{ reason: WorkReason; count: number }>(countWork, about),
  ]);
  const counts = { assigned: 0, mentions: 0, watching: 0, reported: 0 };
  for (const { reason, count } of counted) counts[reason] = count;
  const assigned = (query.of ?? "assigned") === "assigned";
  return { message: undefined, data, projects: await projectsOf(tx, viewer, data, assigned), counts };
}

async function projectsOf(
  tx: Tx,
  viewer: Viewer,
  tasks: readonly WorkTask[],
  assigned: boolean,
): Promise<WorkProject[]> {
  if (tasks.length === 0) return [];
  const ids = [...new Set(tasks.map((task) => task.project_id))];
  const rows = await tx.rows<ProjectRow>(selectProjectsOfWork, [ids, viewer.id]);
  return rows.map(({ role, ...project }) => {
    const permissions = permissionsInProject(viewer, role, assigned);
    return { ...project, can: { edit: permissions.includes("task-edit"), move: permissions.includes("task-move") } };
  });
}
