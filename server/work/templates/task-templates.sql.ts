import { openTaskCondition } from "../access/open-task";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

export interface TaskTemplateRow {
  id: number;
  version: number;
  project_id: number;
  title: string;
  content: unknown;
  content_version: number;
  changed_at: Date;
  changed_by: { id: number; fullname: string; image: string | null } | null;
  earlier_task_count: number;
  is_default: boolean;
  default_columns: { id: number; title: string }[];
}

const select = `SELECT t.id, t.version, t.project_id, t.title, t.content, t.content_version, t.changed_at, t.is_default,
    (SELECT COALESCE(json_agg(json_build_object('id', c.id, 'title', c.title) ORDER BY c.sort_order), '[]') FROM task_status c
     WHERE c.tenant_id = t.tenant_id AND c.project_id = t.project_id AND c.default_template_id = t.id) AS default_columns,
    ${personOrNull("u")} AS changed_by,
    (SELECT count(*)::int FROM task k JOIN task_status s ON s.tenant_id = k.tenant_id AND s.id = k.task_status_id
     WHERE k.tenant_id = t.tenant_id AND k.task_template_id = t.id AND k.project_id = t.project_id AND k.archived_at IS NULL
       AND k.task_template_version < t.content_version AND ${openTaskCondition("k", "s")}) AS earlier_task_count
  FROM task_template t LEFT JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = t.changed_by
  WHERE t.tenant_id = current_tenant()`;

export const selectTaskTemplates = sql(
  "taskTemplates.list",
  `${select} AND t.project_id = $1 AND t.deleted_at IS NULL ORDER BY t.title COLLATE reader, t.id`,
);
/** $2 whether to read a deleted template. */
export const selectTaskTemplateById = sql(
  "taskTemplates.byId",
  `${select} AND t.id = $1 AND (t.deleted_at IS NOT NULL) = $2`,
);
/** $1 project, $2 title, $3 content, $4 its format, $5 user. */
export const insertTaskTemplate = sql(
  "taskTemplates.insert",
  `INSERT INTO task_template (tenant_id, project_id, title, content, content_format, created_by, changed_by)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $5) RETURNING id`,
);
/** Updates only version $2. $3 title, $4 user. */
export const updateTaskTemplate = sql(
  "taskTemplates.update",
  `UPDATE task_template SET title = $3, changed_by = $4, changed_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND version = $2 AND deleted_at IS NULL RETURNING id`,
);
/** Updates only version $2. $3 content, $4 its format, $5 user. */
export const updateTaskTemplateContent = sql(
  "taskTemplates.updateContent",
  `UPDATE task_template SET content = $3, content_format = $4, content_version = content_version + 1, changed_by = $5, changed_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND version = $2 AND deleted_at IS NULL RETURNING id`,
);
export const markTaskTemplateDeleted = sql(
  "taskTemplates.markDeleted",
  `UPDATE task_template SET deleted_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id`,
);
export const updateTaskTemplateRestored = sql(
  "taskTemplates.restore",
  `UPDATE task_template SET deleted_at = NULL, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NOT NULL RETURNING id`,
);
export const lockDeletedTaskTemplate = sql(
  "taskTemplates.lockDeleted",
  "SELECT id FROM task_template WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NOT NULL FOR UPDATE",
);
/** $1 task, $2 template, $3 version of its content. */
export const updateTemplateOfTask = sql(
  "taskTemplates.updateTask",
  `UPDATE task SET task_template_id = $2, task_template_version = $3 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING id`,
);
export const countTaskTemplates = sql(
  "taskTemplates.count",
  "SELECT count(*)::int AS count FROM task_template WHERE tenant_id = current_tenant() AND project_id = $1 AND deleted_at IS NULL",
);

/** The tags of $2 that project $1 has. */
export const selectTagsOfProject = sql(
  "taskTemplates.tags",
  "SELECT id FROM project_tag WHERE tenant_id = current_tenant() AND project_id = $1 AND id = ANY($2::bigint[]) ORDER BY id",
);
/** The project of column $1. */
export const selectProjectOfColumn = sql(
  "taskTemplates.projectOfColumn",
  "SELECT project_id FROM task_status WHERE tenant_id = current_tenant() AND id = $1",
);

export const lockProject = sql(
  "taskTemplates.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
/** Template $2 of project $1. If it is deleted before the transaction ends, it isn't used as a default. */
export const selectTemplateOfProject = sql(
  "taskTemplates.ofProjectById",
  "SELECT title FROM task_template WHERE tenant_id = current_tenant() AND project_id = $1 AND id = $2 AND deleted_at IS NULL",
);
/** The default template of project $1 as \`id\`, which is null without one. */
export const selectDefaultOfProject = sql(
  "taskTemplates.defaultOfProject",
  `SELECT (SELECT t.id FROM task_template t
     WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.is_default AND t.deleted_at IS NULL) AS id, NULL AS "column"`,
);
/** The default template of column $2 of project $1 as \`id\`, which is null without one, and the column's title. */
export const selectDefaultOfColumn = sql(
  "taskTemplates.defaultOfColumn",
  `SELECT t.id, c.title AS "column" FROM task_status c
   LEFT JOIN task_template t ON t.tenant_id = c.tenant_id AND t.id = c.default_template_id AND t.deleted_at IS NULL
   WHERE c.tenant_id = current_tenant() AND c.project_id = $1 AND c.id = $2`,
);
/** Also of a template in the bin, so that it isn't the default again after its restore. $1 project. */
export const removeDefaultOfProject = sql(
  "taskTemplates.removeDefaultOfProject",
  `UPDATE task_template SET is_default = false WHERE tenant_id = current_tenant() AND project_id = $1 AND is_default RETURNING id`,
);
export const setDefaultOfProject = sql(
  "taskTemplates.setDefaultOfProject",
  "UPDATE task_template SET is_default = true WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
/** $1 column, $2 template or null. */
export const setDefaultOfColumn = sql(
  "taskTemplates.setDefaultOfColumn",
  "UPDATE task_status SET default_template_id = $2 WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
