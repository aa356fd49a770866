import { maxNamedPeople, type WorkOfOthers } from "../../../shared/work/projects/work-of-others.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { authorizeEvenArchived, projectAccess, type Viewer } from "../access/projects.policy";

const selectImportTime = sql(
  "projects.importTime",
  "SELECT min(created_at) AS imported_at FROM project_import WHERE tenant_id = current_tenant() AND project_id = $1",
);

/** Work of all users except $2 on tasks of project $1 since $3, by default in the last 30 days. $4 limit. */
const selectWorkOfOthers = sql(
  "projects.workOfOthers",
  `SELECT u.id, u.fullname, u.image, w.task_count, w.comment_count, (count(*) OVER ())::int AS people_count
   FROM (
     SELECT e.actor_id, count(DISTINCT e.task_id)::int AS task_count,
       (count(*) FILTER (WHERE e.type = 'comment.created'))::int AS comment_count
     FROM domain_event e
     WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint AND e.task_id IS NOT NULL AND e.actor_id <> $2
       AND e.at > COALESCE($3::timestamptz, now() - interval '30 days')
     GROUP BY e.actor_id
   ) w JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = w.actor_id
   ORDER BY w.task_count DESC, u.id LIMIT $4`,
);

interface PersonRow {
  id: number;
  fullname: string;
  image: string | null;
  task_count: number;
  comment_count: number;
  people_count: number;
}

/** @throws Problem 404 when the project isn't visible; 403 for users who may not delete it. */
export async function readWorkOfOthers(tx: Tx, viewer: Viewer, projectId: number): Promise<WorkOfOthers> {
  authorizeEvenArchived(viewer, "project-delete", await projectAccess(tx, viewer, projectId));
  const row = await tx.one<{ imported_at: Date | null }>(selectImportTime, [projectId]);
  const importedAt = row?.imported_at ?? null;
  const rows = await tx.rows<PersonRow>(selectWorkOfOthers, [projectId, viewer.id, importedAt, maxNamedPeople]);
  return {
    imported_at: importedAt?.toISOString() ?? null,
    people: rows.map(({ id, fullname, image, task_count, comment_count }) => ({
      person: { id, fullname, image },
      task_count,
      comment_count,
    })),
    other_people_count: (rows[0]?.people_count ?? 0) - rows.length,
  };
}
