import type { TemplateContent } from "../../../shared/work/templates/templates.schema";
import {
  maxDeletedTemplates,
  maxOutdatedProjects,
  maxTemplatePeople,
  maxTemplateTasks,
} from "../../../shared/work/templates/templates.schema";
import type { SeriesSettings } from "../../../shared/work/series/series.schema";
import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { TaskViewLayout } from "../../../shared/work/views/views.schema";
import { personJson, personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";
import { openTaskCondition } from "../access/open-task";
import { canSeeProject } from "../access/projects.policy";

export interface TemplateRow {
  id: number;
  version: number;
  title: string;
  description: string | null;
  day_title: string | null;
  changed_at: Date;
  changed_by: { id: number; fullname: string; image: string | null } | null;
}
export interface TemplateSummaryRow extends TemplateRow {
  columns: string[];
  outdated_count: number;
  task_count: number;
}
export interface DeletedTemplateRow {
  id: number;
  title: string;
  deleted_at: Date;
  purge_at: Date;
}
export interface TemplateContentRow extends TemplateRow {
  content: unknown;
  revision: number;
}

const columns = `t.id, t.version, t.title, t.description, t.day_title, t.changed_at,
  ${personOrNull("u")} AS changed_by`;
const tables = `project_template t LEFT JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = t.changed_by
  WHERE t.tenant_id = current_tenant()`;

/** Projects that user $1 sees and that were created from an earlier revision of template `t`. */
const outdatedProjects = `project_template_use x JOIN project p ON p.tenant_id = x.tenant_id AND p.id = x.project_id
  WHERE x.tenant_id = t.tenant_id AND x.template_id = t.id AND x.revision < t.revision AND ${canSeeProject("p.id", "$1")}`;

/** $1 user. */
export const selectTemplates = sql(
  "projectTemplates.list",
  `SELECT ${columns}, jsonb_array_length(t.content->'tasks') AS task_count,
     ARRAY(SELECT c.value->>'title' FROM jsonb_array_elements(t.content->'columns') WITH ORDINALITY AS c (value, place) ORDER BY c.place)
       AS columns,
     (SELECT count(*)::int FROM ${outdatedProjects}) AS outdated_count
   FROM ${tables} AND t.deleted_at IS NULL ORDER BY t.title COLLATE reader, t.id`,
);
export const selectTemplateById = sql(
  "projectTemplates.byId",
  `SELECT ${columns}, t.content, t.revision FROM ${tables} AND t.id = $1 AND t.deleted_at IS NULL`,
);

/** $1 title, $2 description, $3 title of the day, $4 content, $5 its format, $6 user. */
export const insertTemplate = sql(
  "projectTemplates.insert",
  `INSERT INTO project_template (tenant_id, title, description, day_title, content, content_format, created_by, changed_by)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $6) RETURNING id`,
);
/** Updates only version $2. $3 title, $4 description, $5 title of the day, $6 user. */
export const updateTemplate = sql(
  "projectTemplates.update",
  `UPDATE project_template SET title = $3, description = $4, day_title = $5, changed_by = $6, changed_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND version = $2 AND deleted_at IS NULL RETURNING id`,
);
/** Updates only version $2. $3 content, $4 its format, $5 user. */
export const updateTemplateContent = sql(
  "projectTemplates.updateContent",
  `UPDATE project_template SET content = $3, content_format = $4, changed_by = $5, changed_at = now(), version = version + 1,
     revision = revision + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND version = $2 AND deleted_at IS NULL RETURNING id`,
);
export const markTemplateDeleted = sql(
  "projectTemplates.markDeleted",
  `UPDATE project_template SET deleted_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id`,
);
export const updateTemplateRestored = sql(
  "projectTemplates.restore",
  `UPDATE project_template SET deleted_at = NULL, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NOT NULL RETURNING id`,
);
/** $1 days after which they are deleted for good. */
export const selectDeletedTemplates = sql(
  "projectTemplates.listDeleted",
  `SELECT t.id, t.title, t.deleted_at, t.deleted_at + make_interval(days => $1) AS purge_at FROM project_template t
   WHERE t.tenant_id = current_tenant() AND t.deleted_at IS NOT NULL
   ORDER BY t.deleted_at DESC, t.id LIMIT ${maxDeletedTemplates}`,
  { notNull: ["deleted_at", "purge_at"] },
);
export const countTemplates = sql(
  "projectTemplates.count",
  "SELECT count(*)::int AS count FROM project_template WHERE tenant_id = current_tenant() AND deleted_at IS NULL",
);

/** $1 project, $2 template or null, $3 title and $4 revision of the template. */
export const insertTemplateUse = sql(
  "projectTemplates.insertUse",
  `INSERT INTO project_template_use (tenant_id, project_id, template_id, title, revision) VALUES (current_tenant(), $1, $2, $3, $4)`,
);
/** The template from which project $1 was created; a deleted one has no id. */
export const selectOrigin = sql(
  "projectTemplates.origin",
  `SELECT COALESCE(t.title, x.title) AS title, t.id, t.id IS NOT NULL AND x.revision < t.revision AS outdated
   FROM project_template_use x
   LEFT JOIN project_template t ON t.tenant_id = x.tenant_id AND t.id = x.template_id AND t.deleted_at IS NULL
   WHERE x.tenant_id = current_tenant() AND x.project_id = $1`,
);
/** Projects that user $1 sees and that were created from an earlier revision of template $2. */
export const selectOutdatedProjects = sql(
  "projectTemplates.outdatedProjects",
  `SELECT p.id, p.title FROM project_template t CROSS JOIN LATERAL (SELECT p.id, p.title FROM ${outdatedProjects}) AS p
   WHERE t.tenant_id = current_tenant() AND t.id = $2 ORDER BY p.title COLLATE reader, p.id LIMIT ${maxOutdatedProjects}`,
);

export interface SourceTask {
  id: number;
  title: string;
  description: string | null;
  column_id: number;
  priority: TemplateContent["tasks"][number]["priority"];
  complexity: number;
  estimate_minutes: number | null;
  start_offset: number | null;
  due_offset: number | null;
  users: number[];
  tags: number[];
  /** Ids of the tasks that block it; empty for the source of a template of tasks. */
  blockers: number[];
  field_values: Record<string, FieldValue>;
  subtasks: { name: string; due_offset: number | null; user_id: number | null }[];
  /** The settings of the series whose latest task this is. */
  series: (Omit<SeriesSettings, "first_day" | "until"> & { first_offset: number; until_offset: number | null }) | null;
}
export interface SourceProject {
  columns: (TemplateContent["columns"][number] & { id: number })[];
  tags: (TemplateContent["tags"][number] & { id: number })[];
  views: { name: string; layout: TaskViewLayout; query: string }[];
  /** Titles of the series that have no open task. */
  series_without_task: string[];
  /** One more than a template may have, if there are too many. */
  tasks: SourceTask[];
}

/** Open tasks `t` of project $1. */
const openTasks = `task t JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id
  WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND ${openTaskCondition("t", "c")}`;

const linksOf = (table: string, id: string) =>
  `ARRAY(SELECT x.${id} FROM ${table} x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id)`;

/** All links of project $1 by task, joined once: a subquery per task may read an index of the whole organization each time. */
const joinLinks = (table: string, id: string) => `LEFT JOIN (
          SELECT x.task_id, array_agg(x.${id}) AS ids FROM ${table} x
          WHERE x.tenant_id = current_tenant() AND x.project_id = $1 GROUP BY x.task_id
        ) AS ${table}_links ON ${table}_links.task_id = t.id`;

const linkedIds = (table: string) => `COALESCE(${table}_links.ids, '{}')`;

const seriesJson = `(SELECT json_build_object('unit', s.unit, 'every', s.every, 'first_offset', s.first_day - $2::date, 'weekdays', s.weekdays,
    'month_day', s.month_day, 'month_week', s.month_week, 'month_weekday', s.month_weekday, 'month', s.month, 'days_off', s.days_off,
    'until_offset', s.until - $2::date, 'max_count', s.max_count, 'basis', s.basis, 'only_when_done', s.only_when_done,
    'create_missed', s.create_missed, 'lead_days', s.lead_days, 'at_hour', s.at_hour)
  FROM task_series s
  WHERE s.tenant_id = t.tenant_id AND s.project_id = t.project_id AND s.last_task_id = t.id AND s.state <> 'ended' LIMIT 1)`;

/** JSON of task `t` as a `SourceTask`, with offsets from day $2. `users`, `tags` and `blockers` are arrays of ids. */
const taskJson = ({
  users,
  tags,
  blockers,
}: {
  users: string;
  tags: string;
  blockers: string;
}) => `json_build_object('id', t.id, 'title', t.title, 'description', t.description, 'column_id', t.task_status_id,
            'priority', t.priority, 'complexity', t.complexity, 'estimate_minutes', t.estimate_minutes,
            'start_offset', t.start_date - $2::date, 'due_offset', t.due_date - $2::date,
            'users', ${users}, 'tags', ${tags}, 'blockers', ${blockers}, 'field_values', t.field_values,
            'subtasks', (SELECT COALESCE(json_agg(json_build_object('name', b.name, 'due_offset', b.due_date - $2::date,
                'user_id', b.assignee_id) ORDER BY b.sort_order, b.id), '[]')
              FROM subtask b WHERE b.tenant_id = t.tenant_id AND b.task_id = t.id), 'series', ${seriesJson})`;

/** Contents of a template of project $1, with offsets from day $2. */
export const selectSource = sql(
  "projectTemplates.source",
  `SELECT
     (SELECT json_agg(json_build_object('id', c.id, 'title', c.title, 'kind', c.kind, 'color', c.color, 'wip_limit', c.wip_limit)
        ORDER BY c.sort_order, c.id)
      FROM task_status c WHERE c.tenant_id = current_tenant() AND c.project_id = $1) AS columns,
     (SELECT COALESCE(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name COLLATE reader, g.id), '[]')
      FROM project_tag g WHERE g.tenant_id = current_tenant() AND g.project_id = $1) AS tags,
     (SELECT COALESCE(json_agg(json_build_object('name', v.name, 'layout', v.layout, 'query', v.query) ORDER BY v.rank, v.id), '[]')
      FROM saved_view v WHERE v.tenant_id = current_tenant() AND v.project_id = $1 AND v.scope = 'project' AND v.deleted_at IS NULL) AS views,
     ARRAY(SELECT s.template->>'title' FROM task_series s WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.state <> 'ended'
       AND (s.last_task_id = ANY (ARRAY(SELECT t.id FROM ${openTasks}))) IS NOT TRUE ORDER BY 1) AS series_without_task,
     (SELECT COALESCE(json_agg(${taskJson({ users: linkedIds("task_user"), tags: linkedIds("task_tag"), blockers: linkedIds("task_blocker") })} ORDER BY t.place), '[]')
      FROM (
        SELECT t.*, row_number() OVER (ORDER BY c.sort_order, c.id, t.rank COLLATE "C", t.id) AS place
        FROM ${openTasks} ORDER BY place LIMIT ${maxTemplateTasks + 1}) AS t
        ${joinLinks("task_user", "user_id")}
        ${joinLinks("task_tag", "tag_id")}
        ${joinLinks("task_blocker", "blocker_id")}) AS tasks`,
);

export interface SourcePerson {
  user: { id: number; fullname: string; image: string | null };
  position: string | null;
}
/** Direct members of project $1, and the people of its open tasks. */
export const selectSourcePeople = sql(
  "projectTemplates.people",
  `WITH open AS MATERIALIZED (SELECT t.id FROM ${openTasks})
   SELECT ${personJson("u")} AS user, p.title AS position
   FROM app_user u LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND u.id IN (
     SELECT m.user_id FROM project_member m WHERE m.tenant_id = current_tenant() AND m.project_id = $1
     UNION SELECT x.user_id FROM task_user x JOIN open o ON o.id = x.task_id WHERE x.tenant_id = current_tenant() AND x.project_id = $1
     UNION SELECT b.assignee_id FROM subtask b JOIN open o ON o.id = b.task_id WHERE b.tenant_id = current_tenant()
     UNION SELECT v.user_id FROM task_field_value v JOIN open o ON o.id = v.task_id WHERE v.tenant_id = current_tenant())
   ORDER BY u.fullname COLLATE reader, u.id LIMIT ${maxTemplatePeople}`,
);

/** Task $1 as a `SourceTask`, with offsets from day $2. */
export const selectSourceTask = sql(
  "taskTemplates.source",
  `SELECT ${taskJson({ users: linksOf("task_user", "user_id"), tags: linksOf("task_tag", "tag_id"), blockers: "ARRAY[]::bigint[]" })} AS task FROM task t WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);
/** The people of task $1. */
export const selectPeopleOfTask = sql(
  "taskTemplates.people",
  `SELECT ${personJson("u")} AS user, p.title AS position
   FROM app_user u LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND u.id IN (
     SELECT x.user_id FROM task_user x WHERE x.tenant_id = current_tenant() AND x.task_id = $1
     UNION SELECT b.assignee_id FROM subtask b WHERE b.tenant_id = current_tenant() AND b.task_id = $1
     UNION SELECT v.user_id FROM task_field_value v WHERE v.tenant_id = current_tenant() AND v.task_id = $1)
   ORDER BY u.fullname COLLATE reader, u.id LIMIT ${maxTemplatePeople}`,
);

/** The columns of project $1 in their order. */
export const selectColumnIds = sql(
  "projectTemplates.columnIds",
  "SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY sort_order",
);

/** $1 JSON array of subtasks. */
export const insertSubtasks = sql(
  "projectTemplates.insertSubtasks",
  `INSERT INTO subtask (tenant_id, task_id, name, due_date, assignee_id, sort_order)
   SELECT current_tenant(), r.task_id, r.name, r.due_date, r.user_id, r.place
   FROM jsonb_to_recordset($1::jsonb) AS r (task_id bigint, name text, due_date date, user_id bigint, place int)`,
);
