import { openTaskCondition } from "../access/open-task";
import { binTreeKinds } from "../../../shared/work/bin/bin.schema";
import { personOrNull } from "../../platform/database/person-json";
import { sql, sqlByKey } from "../../platform/database/unit-of-work";
import { binTrees, copyStatementOf, linkStatementsOf } from "./bin-tables";

/** $1 project, $2 kind, $3 record, $4 key, $5 title, $6 target column, $7 user, $8 days. */
export const insertEntry = sql(
  "bin.insertEntry",
  `INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, key, title, target_column_id, deleted_by, purge_at)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8)) RETURNING id`,
);

/** An entry of a record that is marked as deleted. $1 project, $2 kind, $3 record, $4 title, $5 user, $6 days. */
export const insertMarkedEntry = sql(
  "bin.insertMarkedEntry",
  `INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, view_id, task_template_id, title, deleted_by, purge_at)
   SELECT current_tenant(), $1, r.kind, r.id, CASE r.kind WHEN 'view' THEN r.id END, CASE r.kind WHEN 'template' THEN r.id END,
     $4, $5, now() + make_interval(days => $6)
   FROM (SELECT $2::text AS kind, $3::bigint AS id) AS r RETURNING id`,
);

export const copyRows = sqlByKey(binTreeKinds, (kind) => sql(`bin.copyRows.${kind}`, copyStatementOf(binTrees[kind])));

/** Keeps the files of the copied rows stored. $1 entry. */
export const insertFiles = sql(
  "bin.insertFiles",
  `INSERT INTO bin_file (tenant_id, entry_id, file_id)
   SELECT DISTINCT b.tenant_id, b.entry_id, (b.data->>'file_id')::bigint FROM bin_row b
   WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source IN ('task_attachment', 'bin_file') AND b.link IS NULL`,
);

export const linkRows = sqlByKey(binTreeKinds, (kind) =>
  linkStatementsOf(binTrees[kind]).map((text, at) => sql(`bin.linkRows.${kind}.${at}`, text)),
);

const entryColumns = `e.id, e.project_id AS "projectId", e.kind, e.record_id AS "recordId", e.title,
  e.target_column_id AS "targetColumnId"`;

export const selectEntry = sql(
  "bin.selectEntry",
  `SELECT ${entryColumns} FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.kind = $1 AND e.record_id = $2`,
  { notNull: ["projectId"] },
);

export const lockEntry = sql(
  "bin.lockEntry",
  `SELECT ${entryColumns} FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.kind = $1 AND e.record_id = $2 FOR UPDATE`,
  { notNull: ["projectId"] },
);

export const lockProject = sql(
  "bin.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

/** Keeps rows from being added to a project, such as views and templates, between their copying and their deletion. */
export const lockProjectForDeletion = sql(
  "bin.lockProjectForDeletion",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);

/** Keeps rows from being added to the tasks of a project between their copying and their deletion. */
export const lockTasksOfProject = sql(
  "bin.lockTasksOfProject",
  "SELECT id FROM task WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY id FOR UPDATE",
);

export const deleteEntry = sql(
  "bin.deleteEntry",
  `DELETE FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.id = $1
   RETURNING ${entryColumns}`,
);

export const deleteEntryOf = sql(
  "bin.deleteEntryOf",
  "DELETE FROM bin_entry WHERE tenant_id = current_tenant() AND kind = $1 AND record_id = $2 RETURNING id",
);

/** Due views, without those that are being restored. $1 time, $2 limit. */
export const lockDueViews = sql(
  "bin.lockDueViews",
  `SELECT v.id FROM bin_entry e JOIN saved_view v ON v.tenant_id = e.tenant_id AND v.id = e.view_id AND v.deleted_at IS NOT NULL
   WHERE e.tenant_id = current_tenant() AND e.purge_at <= $1
   ORDER BY e.purge_at, e.id LIMIT $2 FOR UPDATE OF v SKIP LOCKED`,
);

/** The entries of the views $1, with the owners of private views. */
export const selectViewEntries = sql(
  "bin.selectViewEntries",
  `SELECT ${entryColumns}, CASE WHEN v.scope = 'own' THEN v.owner_id END AS "privateTo"
   FROM bin_entry e JOIN saved_view v ON v.tenant_id = e.tenant_id AND v.id = e.view_id
   WHERE e.tenant_id = current_tenant() AND e.view_id = ANY($1::bigint[]) ORDER BY e.id`,
  { notNull: ["projectId"] },
);

/** Deletes their entries as well. $1 views. */
export const deleteViews = sql(
  "bin.deleteViews",
  `DELETE FROM saved_view WHERE tenant_id = current_tenant() AND id = ANY($1::bigint[]) AND deleted_at IS NOT NULL RETURNING id`,
);

/** Due templates of tasks, without those that are being restored. $1 time, $2 limit. */
export const lockDueTemplates = sql(
  "bin.lockDueTemplates",
  `SELECT t.id FROM bin_entry e
   JOIN task_template t ON t.tenant_id = e.tenant_id AND t.id = e.task_template_id AND t.deleted_at IS NOT NULL
   WHERE e.tenant_id = current_tenant() AND e.purge_at <= $1
   ORDER BY e.purge_at, e.id LIMIT $2 FOR UPDATE OF t SKIP LOCKED`,
);

/** The entries of the templates $1. */
export const selectTemplateEntries = sql(
  "bin.selectTemplateEntries",
  `SELECT ${entryColumns} FROM bin_entry e
   WHERE e.tenant_id = current_tenant() AND e.task_template_id = ANY($1::bigint[]) ORDER BY e.id`,
  { notNull: ["projectId"] },
);

/** Deletes their entries as well. $1 templates. */
export const deleteTemplates = sql(
  "bin.deleteTemplates",
  `DELETE FROM task_template WHERE tenant_id = current_tenant() AND id = ANY($1::bigint[]) AND deleted_at IS NOT NULL RETURNING id`,
);

/** Due templates of projects, which have no entry because they belong to the organization. $1 time, $2 days. */
export const deleteDueProjectTemplates = sql(
  "bin.deleteDueProjectTemplates",
  `DELETE FROM project_template
   WHERE tenant_id = current_tenant() AND deleted_at <= $1::timestamptz - make_interval(days => $2) RETURNING id`,
);

/** SQL: the user who deleted the project of the entry `e`, and its former owners. */
const projectFollowers = `ARRAY(
     SELECT u.id::int FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND (u.id = e.deleted_by OR u.id IN (
       SELECT (b.data->>'user_id')::bigint FROM bin_row b WHERE b.tenant_id = current_tenant() AND b.entry_id = e.id
         AND b.source = 'project_member' AND b.data->>'role' = 'owner')) ORDER BY u.id)`;

export const deleteProjectEntry = sql(
  "bin.deleteProjectEntry",
  `DELETE FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.id = $1 RETURNING ${projectFollowers} AS followers`,
);

/**
 * Deletes entries that are due, except those that are being restored. Records that are marked as deleted are deleted with their rows.
 * `followers` are set for projects.
 */
export const deleteDueEntries = sql(
  "bin.deleteDueEntries",
  `DELETE FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.id = ANY(ARRAY(
     SELECT due.id FROM bin_entry due WHERE due.tenant_id = current_tenant() AND due.purge_at <= $1 AND due.view_id IS NULL AND due.task_template_id IS NULL
     ORDER BY due.purge_at, due.id LIMIT $2 FOR UPDATE SKIP LOCKED))
   RETURNING ${entryColumns}, CASE WHEN e.kind = 'project' THEN ${projectFollowers} END AS followers`,
);

export const restoreRows = sql("bin.restoreRows", "SELECT restore_bin_rows($1, $2)");

/** The copied row of a table that has one row per entry. */
export const selectCopy = sql(
  "bin.selectCopy",
  `SELECT data FROM bin_row WHERE tenant_id = current_tenant() AND entry_id = $1 AND source = $2 AND link IS NULL`,
);

/** Changes values of copied rows before they are restored. $3 JSON object. */
export const updateCopies = sql(
  "bin.updateCopies",
  `UPDATE bin_row SET data = data || $3::jsonb
   WHERE tenant_id = current_tenant() AND entry_id = $1 AND source = $2 AND link IS NULL`,
);

/** Users who had stopped watching are added as watchers by the triggers of restored rows. $1 entry. */
export const deleteAddedWatchers = sql(
  "bin.deleteAddedWatchers",
  `DELETE FROM task_watcher w USING bin_row t
   WHERE t.tenant_id = current_tenant() AND t.entry_id = $1 AND t.source = 'task' AND t.link IS NULL
     AND w.tenant_id = t.tenant_id AND w.task_id = (t.data->>'id')::bigint AND NOT EXISTS (
       SELECT FROM bin_row b WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = 'task_watcher' AND b.link IS NULL
         AND (b.data->>'task_id')::bigint = w.task_id AND (b.data->>'user_id')::bigint = w.user_id)`,
);

/** Whether user `id` may still be assigned to the restored task `r`: a member, who is active unless the task is done. */
const isStillMember = (id: string) => `EXISTS (
       SELECT FROM project_access a JOIN app_user p ON p.tenant_id = a.tenant_id AND p.id = a.user_id AND (p.active OR NOT r.open)
       WHERE a.tenant_id = current_tenant() AND a.project_id = r.project_id AND a.user_id = ${id})`;

/** Unassigns those who left the project or the organization meanwhile from restored tasks, as when they leave. $1 entry. */
export const unassignFormerMembers = sql(
  "bin.unassignFormerMembers",
  `WITH restored AS (
     SELECT t.id, t.project_id, ${openTaskCondition("t", "c")} AS open
     FROM bin_row b JOIN task t ON t.tenant_id = b.tenant_id AND t.id = (b.data->>'id')::bigint
     JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id
     WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = 'task' AND b.link IS NULL
   ), without_users AS (
     DELETE FROM task_user x USING restored r
     WHERE x.tenant_id = current_tenant() AND x.project_id = r.project_id AND x.task_id = r.id AND NOT ${isStillMember("x.user_id")}
   ), without_groups AS (
     DELETE FROM task_group x USING restored r
     WHERE x.tenant_id = current_tenant() AND x.project_id = r.project_id AND x.task_id = r.id AND NOT EXISTS (
       SELECT FROM project_group g WHERE g.tenant_id = current_tenant() AND g.project_id = r.project_id AND g.group_id = x.group_id)
   ), without_watchers AS (
     DELETE FROM task_watcher w USING restored r
     WHERE w.tenant_id = current_tenant() AND w.task_id = r.id AND NOT sees_project(w.tenant_id, w.user_id, r.project_id)
   )
   UPDATE subtask s SET assignee_id = NULL FROM restored r
   WHERE s.tenant_id = current_tenant() AND s.task_id = r.id AND NOT s.completed AND s.assignee_id IS NOT NULL
     AND NOT ${isStillMember("s.assignee_id")}`,
);

/** Locks the timesheet weeks of the time entries in the bin entry $1, in the order of user and date. */
export const lockWeeksOfCopies = sql(
  "bin.lockWeeksOfCopies",
  `INSERT INTO time_week (tenant_id, user_id, monday)
   SELECT DISTINCT b.tenant_id, (b.data->>'user_id')::bigint, date_trunc('week', (b.data->>'date')::date)::date FROM bin_row b
   WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = 'time_entry' AND b.link IS NULL
   ORDER BY 2, 3
   ON CONFLICT (tenant_id, user_id, monday) DO UPDATE SET state = time_week.state
   RETURNING state`,
);

/** Deletes the time entries that can't return: their week was submitted, or their day has no more time left. */
export const deleteTimeOfClosedDays = sql(
  "bin.deleteTimeOfClosedDays",
  `WITH copied AS (
     SELECT b.id, user_id, date, sum(minutes) OVER (PARTITION BY user_id, date ORDER BY b.id) AS minutes
     FROM bin_row b CROSS JOIN LATERAL jsonb_to_record(b.data) AS entry (user_id bigint, date date, minutes int)
     WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = 'time_entry' AND b.link IS NULL
   )
   DELETE FROM bin_row b USING copied c
   LEFT JOIN time_week w ON w.tenant_id = current_tenant() AND w.user_id = c.user_id AND w.monday = date_trunc('week', c.date)::date
   LEFT JOIN time_day d ON d.tenant_id = current_tenant() AND d.user_id = c.user_id AND d.date = c.date
   WHERE b.tenant_id = current_tenant() AND b.id = c.id
     AND (w.state <> 'open' OR COALESCE(d.minutes, 0) + c.minutes > 1440)
   RETURNING b.id`,
);

/** $1 project, $2 kinds, $3 user, $4 whether the user may edit the shared views of the project. */
const isListed = `e.tenant_id = current_tenant() AND e.project_id = $1 AND e.kind = ANY($2::text[])
  AND (e.view_id IS NULL OR EXISTS (
    SELECT FROM saved_view v WHERE v.tenant_id = e.tenant_id AND v.id = e.view_id AND v.deleted_at IS NOT NULL
      AND CASE WHEN v.scope = 'own' THEN v.owner_id = $3 ELSE $4::boolean END))`;

export const countEntries = sql("bin.countEntries", `SELECT count(*)::int AS total FROM bin_entry e WHERE ${isListed}`);

export const selectEntries = sql(
  "bin.selectEntries",
  `SELECT e.id, e.kind, e.record_id, e.key, e.title, e.deleted_at, e.purge_at,
          ${personOrNull("u")} AS deleted_by
   FROM bin_entry e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.deleted_by
   WHERE ${isListed} ORDER BY e.deleted_at DESC, e.id LIMIT $5 OFFSET $6`,
);

/** The role that the user $1 had in the deleted project of entry `e`; null for none. The strongest role counts, as in `project_access`. */
const formerRole = `(
  SELECT CASE min(way.strength) WHEN 1 THEN 'owner' WHEN 2 THEN 'member' WHEN 3 THEN 'guest' WHEN 4 THEN 'viewer' END FROM (
    SELECT CASE b.data->>'role' WHEN 'owner' THEN 1 WHEN 'member' THEN 2 WHEN 'guest' THEN 3 ELSE 4 END AS strength
    FROM bin_row b WHERE b.tenant_id = e.tenant_id AND b.entry_id = e.id AND b.source = 'project_member'
      AND (b.data->>'user_id')::bigint = $1::bigint
    UNION ALL
    SELECT CASE WHEN u.external THEN 3 ELSE 2 END
    FROM bin_row b JOIN user_group_member m ON m.tenant_id = b.tenant_id AND m.group_id = (b.data->>'group_id')::bigint
    JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
    WHERE b.tenant_id = e.tenant_id AND b.entry_id = e.id AND b.source = 'project_group' AND m.user_id = $1::bigint
  ) AS way)`;

export const selectDeletedProject = sql(
  "bin.selectDeletedProject",
  `SELECT e.id, e.record_id AS "recordId", e.title, e.kind, ${formerRole} AS role FROM bin_entry e
   WHERE e.tenant_id = current_tenant() AND e.kind = 'project' AND e.record_id = $2`,
);

/** $2 whether the user may restore all projects, $3 whether in those in which they had a role. */
const isRestorable = `e.tenant_id = current_tenant() AND e.kind = 'project'
  AND ($2::boolean OR ${formerRole} = 'owner' OR ($3::boolean AND ${formerRole} IS NOT NULL))`;

export const countDeletedProjects = sql(
  "bin.countDeletedProjects",
  `SELECT count(*)::int AS total FROM bin_entry e WHERE ${isRestorable}`,
);

export const selectDeletedProjects = sql(
  "bin.selectDeletedProjects",
  `SELECT e.id, e.record_id, e.key AS code, e.title, e.deleted_at, e.purge_at,
          ${personOrNull("u")} AS deleted_by
   FROM bin_entry e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.deleted_by
   WHERE ${isRestorable} ORDER BY e.deleted_at DESC, e.id LIMIT $4 OFFSET $5`,
  { notNull: ["code"] },
);

export const selectCodesLike = sql(
  "bin.selectCodesLike",
  "SELECT code FROM project WHERE tenant_id = current_tenant() AND left(code, 2) = left($1, 2)",
);
