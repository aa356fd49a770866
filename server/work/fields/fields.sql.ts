import type { ProjectRole } from "../../../shared/kernel/permissions";
import { fieldJson, projectFieldsJson, usesAndFields } from "./fields.present";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

export const selectFields = sql("fields.ofProject", `SELECT ${projectFieldsJson("$1")} AS fields`);

/** Number of tasks of the project with a value, without archived tasks. */
const valueCount = `(SELECT count(*)::int FROM task_field_value v JOIN task t ON t.tenant_id = v.tenant_id AND t.id = v.task_id
  WHERE v.tenant_id = u.tenant_id AND v.project_id = u.project_id AND v.field_id = u.field_id AND t.archived_at IS NULL)`;

/** JSON of the project of use `x` with the role of user $2 there. */
const projectWithRole = `json_build_object('id', p.id, 'title', p.title, 'role', (SELECT a.role FROM project_access a
  WHERE a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2))`;

const usingProjects = "project_field_use x JOIN project p ON p.tenant_id = x.tenant_id AND p.id = x.project_id";

export interface UsingProject {
  id: number;
  title: string;
  /** Role of the user as a member; null for others. */
  role: ProjectRole | null;
}

/** The fields of project $1, including those in its bin, with the other projects that use them and the role of user $2 there. */
export const selectFieldSettings = sql(
  "fields.settings",
  `SELECT ${fieldJson} AS field, ${valueCount} AS value_count, u.removed_at,
     ${personOrNull("r")} AS removed_by,
     (SELECT COALESCE(json_agg(${projectWithRole} ORDER BY p.title COLLATE reader, p.id), '[]'::json) FROM ${usingProjects}
      WHERE x.tenant_id = u.tenant_id AND x.field_id = u.field_id AND x.project_id <> u.project_id AND x.removed_at IS NULL)
       AS other_projects
   FROM ${usesAndFields} LEFT JOIN app_user r ON r.tenant_id = u.tenant_id AND r.id = u.removed_by
   WHERE u.tenant_id = current_tenant() AND u.project_id = $1 ORDER BY u.sort_order, u.field_id`,
);

/** Maximum number of fields offered from other projects. */
const maxOffered = 2_000;

/** Fields that project $1 doesn't use, with the projects that use them and the role of user $2 there. */
export const selectFieldsElsewhere = sql(
  "fields.elsewhere",
  `SELECT f.id, f.title, f.kind, json_agg(${projectWithRole} ORDER BY p.title COLLATE reader, p.id) AS projects
   FROM ${usingProjects} JOIN project_field f ON f.tenant_id = x.tenant_id AND f.id = x.field_id
   WHERE x.tenant_id = current_tenant() AND x.removed_at IS NULL AND NOT EXISTS (
     SELECT FROM project_field_use o WHERE o.tenant_id = x.tenant_id AND o.field_id = x.field_id AND o.project_id = $1)
   GROUP BY f.id, f.title, f.kind ORDER BY f.title COLLATE reader, f.id LIMIT ${maxOffered}`,
);

/** The projects that use field $1, without those in whose bin it is, with the role of user $2. */
export const selectUsingProjects = sql(
  "fields.projects",
  `SELECT p.id, p.title, (SELECT a.role FROM project_access a
     WHERE a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2) AS role FROM ${usingProjects}
   WHERE x.tenant_id = current_tenant() AND x.field_id = $1 AND x.removed_at IS NULL ORDER BY p.id`,
);

/** As `selectUsingProjects`, and the projects in whose bin the field is, because they keep its values. */
export const selectProjectsWithValues = sql(
  "fields.projectsWithValues",
  `SELECT p.id, p.title, (SELECT a.role FROM project_access a
     WHERE a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2) AS role FROM ${usingProjects}
   WHERE x.tenant_id = current_tenant() AND x.field_id = $1 ORDER BY p.id`,
);

/** Field $2 of project $1, also from its bin. */
export const selectFieldOfUse = sql(
  "fields.ofUse",
  `SELECT ${fieldJson} AS field FROM ${usesAndFields} WHERE u.tenant_id = current_tenant() AND u.project_id = $1 AND u.field_id = $2`,
);

const valuesOfField = `FROM task_field_value v JOIN task t ON t.tenant_id = v.tenant_id AND t.id = v.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE v.tenant_id = current_tenant() AND v.field_id = $1 AND v.project_id = ANY($2) ORDER BY t.id`;

/** The values of field $1 in projects $2 as boards have them. */
export const selectValues = sql(
  "fields.values",
  `SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, t.field_values->v.field_id::text AS value ${valuesOfField}`,
);

/** Locks the tasks with a value, because the triggers of the values update them. Parameters as in \`selectValues\`. */
export const lockTasksWithValues = sql("fields.lockTasks", `SELECT t.id ${valuesOfField} FOR NO KEY UPDATE OF t`);

export const selectPeople = sql(
  "fields.people",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id",
);

/** The saved views of projects $2 that user $3 sees and that mention field $1. */
export const selectViewsOfField = sql(
  "fields.views",
  `SELECT id, name FROM saved_view WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND project_id = ANY($2)
     AND (owner_id = $3 OR scope <> 'own') AND query ~ ('field_' || $1::bigint || '\\M') ORDER BY name COLLATE reader, id`,
);

/**
 * Changes the kind of field $1 to $2 with the limits $3 and $4 and the unit $6, and replaces its values in the same statement, because a
 * foreign key requires them to have the field's kind. $5 JSON array of the converted values; the others are deleted.
 */
export const changeKind = sql(
  "fields.changeKind",
  `WITH sent AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($5::jsonb) AS r (task_id bigint, text_value text, number_value numeric, day_value date,
       flag_value boolean, option_ids bigint[], user_id bigint)
   ), changed AS (
     UPDATE project_field SET kind = $2, max_length = $3, decimals = $4, unit = $6, version = version + 1,
       former_kinds = array_append(array_remove(former_kinds, kind), kind)
     WHERE tenant_id = current_tenant() AND id = $1
   ), lost AS (
     DELETE FROM task_field_value v WHERE v.tenant_id = current_tenant() AND v.field_id = $1
       AND NOT EXISTS (SELECT FROM sent s WHERE s.task_id = v.task_id)
   )
   UPDATE task_field_value v SET kind = $2, text_value = s.text_value, number_value = s.number_value, day_value = s.day_value,
     flag_value = s.flag_value, option_ids = s.option_ids, user_id = s.user_id
   FROM sent s WHERE v.tenant_id = current_tenant() AND v.field_id = $1 AND v.task_id = s.task_id`,
);

/** Keeps the last change of the kind of a field, to undo it. $1 field before the change, as JSON; $2 JSON array of its values. */
export const saveKindChange = sql(
  "fields.saveKindChange",
  `INSERT INTO project_field_kind_change (tenant_id, field_id, version, kind, max_length, decimals, unit, option_ids, task_values)
   SELECT current_tenant(), f.id, f.version + 1, f.kind, f.max_length, f.decimals, f.unit,
     ARRAY(SELECT o.id FROM jsonb_to_recordset(f.options) AS o (id bigint, deleted boolean) WHERE NOT o.deleted), $2
   FROM jsonb_to_record($1::jsonb) AS f (id bigint, version int, kind text, max_length int, decimals int, unit text, options jsonb)
   ON CONFLICT (tenant_id, field_id) DO UPDATE SET version = excluded.version, changed_at = now(), kind = excluded.kind,
     max_length = excluded.max_length, decimals = excluded.decimals, unit = excluded.unit, option_ids = excluded.option_ids,
     task_values = excluded.task_values`,
);

/** The field before its last change of kind, if that made version $2 of field $1 and can still be undone. */
export const selectKindChange = sql(
  "fields.selectKindChange",
  `SELECT kind, max_length, decimals, unit, to_json(option_ids) AS option_ids, task_values FROM project_field_kind_change
   WHERE tenant_id = current_tenant() AND field_id = $1 AND version = $2 AND changed_at > now() - interval '1 day'`,
);

export const deleteKindChange = sql(
  "fields.deleteKindChange",
  "DELETE FROM project_field_kind_change WHERE tenant_id = current_tenant() AND field_id = $1",
);

/** Deletes changes of kinds that were made before $1. */
export const purgeKindChanges = sql(
  "fields.purgeKindChanges",
  "DELETE FROM project_field_kind_change WHERE tenant_id = current_tenant() AND changed_at < $1",
);

/** Locks the tasks of projects $2 that have a value of field $1 or are among $3. */
export const lockTasksOfKindChange = sql(
  "fields.lockTasksOfKindChange",
  `SELECT t.id, t.project_id FROM task t
   WHERE t.tenant_id = current_tenant() AND t.project_id = ANY($2) AND (t.id = ANY($3) OR EXISTS (
     SELECT FROM task_field_value v WHERE v.tenant_id = t.tenant_id AND v.task_id = t.id AND v.field_id = $1))
   ORDER BY t.id FOR NO KEY UPDATE OF t`,
);

/** Inserts values of field $1 of kind $2. $3 JSON array. */
export const insertValues = sql(
  "fields.insertValues",
  `INSERT INTO task_field_value (tenant_id, field_id, kind, project_id, task_id, text_value, number_value, day_value, flag_value,
     option_ids, user_id)
   SELECT current_tenant(), $1, $2, r.* FROM jsonb_to_recordset($3::jsonb) AS r (project_id bigint, task_id bigint, text_value text,
     number_value numeric, day_value date, flag_value boolean, option_ids bigint[], user_id bigint)`,
);

/** Serializes changes of fields with changes of their values, which lock the project for reading. $1 projects. */
export const lockProjects = sql(
  "fields.lockProjects",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
);

/** Locks a field against the use in another project until its change is committed. */
export const lockField = sql(
  "fields.lock",
  `SELECT id, title, kind, max_length AS "maxLength", decimals, unit, version FROM project_field
   WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE`,
);

/** A field other than $3 with the title $2 in one of the projects $1. */
export const selectFieldOfTitle = sql(
  "fields.ofTitle",
  `SELECT f.id FROM ${usesAndFields} WHERE u.tenant_id = current_tenant() AND u.project_id = ANY($1) AND u.removed_at IS NULL
     AND name_key(f.title) = name_key($2) AND f.id IS DISTINCT FROM $3 LIMIT 1`,
);

export const countFields = sql(
  "fields.count",
  "SELECT count(*)::int AS count FROM project_field_use WHERE tenant_id = current_tenant() AND project_id = $1",
);

export const insertUse = sql(
  "fields.insertUse",
  `INSERT INTO project_field_use (tenant_id, project_id, field_id, on_card, sort_order)
   SELECT current_tenant(), $1, $2, $3, COALESCE(max(sort_order), 0) + 1 FROM project_field_use
   WHERE tenant_id = current_tenant() AND project_id = $1`,
);

export const updateUse = sql(
  "fields.updateUse",
  `UPDATE project_field_use SET on_card = $3
   WHERE tenant_id = current_tenant() AND project_id = $1 AND field_id = $2 AND on_card <> $3`,
);

/** Replaces the columns of project $1 that require field $2. $3 columns; unknown ones are ignored. */
export const replaceRequirements = sql(
  "fields.replaceRequirements",
  `WITH deleted AS (
     DELETE FROM project_field_requirement WHERE tenant_id = current_tenant() AND project_id = $1 AND field_id = $2
       AND task_status_id <> ALL($3))
   INSERT INTO project_field_requirement (tenant_id, project_id, field_id, task_status_id)
   SELECT tenant_id, project_id, $2, id FROM task_status
   WHERE tenant_id = current_tenant() AND project_id = $1 AND id = ANY($3) ON CONFLICT DO NOTHING`,
);

export const selectColumns = sql(
  "fields.projectColumns",
  "SELECT id, title FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY sort_order",
);

export const countColumns = sql(
  "fields.columns",
  "SELECT count(*)::int AS count FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 AND id = ANY($2)",
);

/** Inserts new options of field $1 and updates those with an id; all others are deleted. $2 JSON array in the new order. */
export const replaceOptions = sql(
  "fields.replaceOptions",
  `WITH sent AS MATERIALIZED (
     SELECT e.place::int AS place, (e.option->>'id')::bigint AS id, e.option->>'title' AS title, e.option->>'color' AS color
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS e (option, place)
   ), updated AS (
     UPDATE project_field_option o SET title = COALESCE(s.title, o.title), color = COALESCE(s.color, o.color),
       sort_order = COALESCE(s.place, o.sort_order), deleted = s.id IS NULL
     FROM project_field_option p LEFT JOIN sent s ON s.id = p.id
     WHERE p.tenant_id = current_tenant() AND p.field_id = $1 AND o.tenant_id = p.tenant_id AND o.id = p.id
   )
   INSERT INTO project_field_option (tenant_id, field_id, title, color, sort_order)
   SELECT current_tenant(), $1, title, color, place FROM sent WHERE id IS NULL`,
);

export const sortUses = sql(
  "fields.sort",
  `UPDATE project_field_use u SET sort_order = o.place FROM unnest($2::bigint[]) WITH ORDINALITY AS o (id, place)
   WHERE u.tenant_id = current_tenant() AND u.project_id = $1 AND u.field_id = o.id`,
);

export const removeUse = sql(
  "fields.remove",
  `UPDATE project_field_use SET removed_at = now(), removed_by = $3
   WHERE tenant_id = current_tenant() AND project_id = $1 AND field_id = $2 AND removed_at IS NULL RETURNING field_id AS id`,
);

/** Restores a field to its former position. */
export const restoreUse = sql(
  "fields.restore",
  `UPDATE project_field_use SET removed_at = NULL, removed_by = NULL
   WHERE tenant_id = current_tenant() AND project_id = $1 AND field_id = $2 AND removed_at IS NOT NULL RETURNING field_id AS id`,
);

export const insertField = sql(
  "fields.insert",
  `INSERT INTO project_field (tenant_id, title, kind, max_length, decimals, unit)
   VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
);

export const updateField = sql(
  "fields.update",
  `UPDATE project_field SET title = $2, max_length = $3, decimals = $4, unit = $5, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);

/** Fields that were removed before $1. $2 maximum number. */
export const selectDueUses = sql(
  "fields.selectDue",
  `SELECT field_id AS id, project_id FROM project_field_use WHERE tenant_id = current_tenant() AND removed_at < $1
   ORDER BY removed_at, project_id, field_id LIMIT $2`,
);

/** Deletes the use of field $2 by project $1, if it was removed before $3. Values and requirements follow by foreign keys. */
export const deleteUse = sql(
  "fields.deleteUse",
  `WITH deleted AS (
     DELETE FROM project_field_use
     WHERE tenant_id = current_tenant() AND project_id = $1 AND field_id = $2 AND removed_at < $3 RETURNING tenant_id, field_id, project_id
   )
   SELECT f.id, d.project_id, f.title FROM deleted d JOIN project_field f ON f.tenant_id = d.tenant_id AND f.id = d.field_id`,
);
