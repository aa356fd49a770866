import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type {
  ExportedSeries,
  ProjectExport,
  ProjectExportOmission,
} from "../../../shared/work/project-export/project-export.schema";
import { sql } from "../../platform/database/unit-of-work";
import type { ImportedSeriesValues } from "../series/series.service";

/** Tasks `t` of project $1. */
const tasksOfProject = "task t WHERE t.tenant_id = current_tenant() AND t.project_id = $1";
/** Rows `x` of a table that belong to tasks of project $1, with further joins. */
const ofTasks = (table: string, joins = "") =>
  `${table} x JOIN task t ON t.tenant_id = x.tenant_id AND t.id = x.task_id ${joins}
     WHERE t.tenant_id = current_tenant() AND t.project_id = $1`;
const ofProject = (table: string) => `${table} x WHERE x.tenant_id = current_tenant() AND x.project_id = $1`;

const omissionCounts = {
  bin: `(SELECT count(*)::int FROM ${ofProject("bin_entry")}) + (SELECT count(*)::int FROM ${ofProject("project_field_use")} AND x.removed_at IS NOT NULL)`,
  timeEntries: `(SELECT count(*)::int FROM ${ofTasks("time_entry")})`,
  reactions: `(SELECT count(*)::int FROM ${ofTasks(
    "comment",
    "JOIN comment_reaction r ON r.tenant_id = x.tenant_id AND r.comment_id = x.id",
  )} AND x.deleted_at IS NULL)`,
  // Reporters, assignees and authors of comments watch imported tasks, too.
  watchers: `(SELECT count(*)::int FROM ${ofTasks("task_watcher")} AND t.reporter_id IS DISTINCT FROM x.user_id
      AND NOT EXISTS (SELECT FROM task_user u WHERE u.tenant_id = t.tenant_id AND u.project_id = t.project_id AND u.task_id = t.id
        AND u.user_id = x.user_id)
      AND NOT EXISTS (SELECT FROM comment c WHERE c.tenant_id = t.tenant_id AND c.task_id = t.id AND c.author_id = x.user_id))`,
  groups: `(SELECT count(*)::int FROM ${ofProject("project_group")}) + (SELECT count(*)::int FROM ${ofProject("task_group")})`,
  references:
    "(SELECT num_nonnulls(p.client_id, p.department_id) FROM project p WHERE p.tenant_id = current_tenant() AND p.id = $1)",
} as const satisfies Record<Exclude<ProjectExportOmission, "views">, string>;

export interface SummaryRow {
  task_count: number;
  template_count: number;
  series_count: number;
  file_count: number;
  file_bytes: number;
  omitted: Record<keyof typeof omissionCounts, number>;
}

/** Counts what the export of project $1 contains and leaves out. */
export const selectSummary = sql(
  "projectExport.summary",
  `SELECT (SELECT count(*)::int FROM ${tasksOfProject}) AS task_count, files.file_count, files.file_bytes,
     (SELECT count(*)::int FROM ${ofProject("task_template")} AND x.deleted_at IS NULL) AS template_count,
     (SELECT count(*)::int FROM ${ofProject("task_series")} AND x.state <> 'ended') AS series_count,
     json_build_object(${Object.entries(omissionCounts)
       .map(([kind, count]) => `'${kind}', ${count}`)
       .join(",\n       ")}) AS omitted
   FROM (SELECT count(*)::int AS file_count, COALESCE(sum(f.size), 0)::float8 AS file_bytes
     FROM ${ofTasks("task_attachment", "JOIN file f ON f.tenant_id = x.tenant_id AND f.id = x.file_id")}) AS files`,
);

export interface ProjectRow extends NonNullable<ProjectExport["project"]> {
  columns: ProjectExport["columns"];
  tags: ProjectExport["tags"];
  members: { user_id: number; role: ProjectRole }[];
}

/** Project $1 with its columns and tags, whose ids are those of the database. */
export const selectProject = sql(
  "projectExport.project",
  `SELECT p.title, p.code, p.description, p.color, p.start_date, p.end_date, p.status, 
     CASE WHEN p.budget IS NOT NULL THEN json_build_object('amount', p.budget::text, 'currency',
       COALESCE((SELECT s.currency FROM finance_settings s WHERE s.tenant_id = p.tenant_id), 'USD')) END AS budget,
     (SELECT json_agg(json_build_object('id', c.id, 'title', c.title, 'kind', c.kind, 'color', c.color, 'wip_limit', c.wip_limit)
        ORDER BY c.sort_order, c.id)
      FROM task_status c WHERE c.tenant_id = p.tenant_id AND c.project_id = p.id) AS columns,
     (SELECT COALESCE(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY name_key(g.name)), '[]')
      FROM project_tag g WHERE g.tenant_id = p.tenant_id AND g.project_id = p.id) AS tags,
     (SELECT COALESCE(json_agg(json_build_object('user_id', m.user_id, 'role', m.role) ORDER BY m.user_id), '[]')
      FROM project_member m WHERE m.tenant_id = p.tenant_id AND m.project_id = p.id) AS members
   FROM project p WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);

/** Ids of the tasks of project $1 in the order of the board. */
export const selectTaskIds = sql(
  "projectExport.taskIds",
  `SELECT t.id FROM task t JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 ORDER BY c.sort_order, c.id, t.rank COLLATE "C", t.id`,
);

export interface TaskRow {
  number: number;
  title: string;
  description: string | null;
  column_id: number;
  priority: ProjectExport["tasks"][number]["priority"];
  complexity: number;
  start_date: string | null;
  due_date: string | null;
  estimate_minutes: number | null;
  progress: number;
  progress_by_hand: boolean;
  created_at: Date;
  archived_at: Date | null;
  /** Title of the task template from which the task was made, and the version of its content. */
  template: string | null;
  template_version: number | null;
  reporter_id: number | null;
  field_values: Record<string, FieldValue>;
  users: number[];
  tags: number[];
  blockers: number[];
  subtasks: { name: string; completed: boolean; due_date: string | null; user_id: number | null }[];
  comments: {
    user_id: number | null;
    author_name: string | null;
    created_at: string;
    edited_at: string | null;
    body: string;
  }[];
  files: {
    title: string;
    name: string;
    storage_key: string;
    created_at: string;
    user_id: number | null;
    is_cover: boolean;
  }[];
}

const idsOf = (column: string, table: string) =>
  `ARRAY(SELECT x.${column} FROM ${table} x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id)`;
const rowsOf = (json: string, from: string, order: string) =>
  `(SELECT COALESCE(json_agg(json_build_object(${json}) ORDER BY ${order}), '[]') FROM ${from}
      WHERE x.tenant_id = t.tenant_id AND x.task_id = t.id`;

/** The tasks with the ids $1, in the order of the ids. */
export const selectTasks = sql(
  "projectExport.tasks",
  `SELECT t.number, t.title, t.description, t.task_status_id AS column_id, t.priority, t.complexity, t.start_date, t.due_date,
     t.estimate_minutes, t.progress, t.progress_by_hand, t.created_at, t.archived_at, t.reporter_id, t.field_values,
     m.title AS template, CASE WHEN m.id IS NOT NULL THEN t.task_template_version END AS template_version,
     ${idsOf("user_id", "task_user")} AS users,
     ${idsOf("tag_id", "task_tag")} AS tags,
     ARRAY(SELECT b.number FROM task_blocker x JOIN task b ON b.tenant_id = x.tenant_id AND b.id = x.blocker_id
       WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id ORDER BY b.number) AS blockers,
     ${rowsOf(
       "'name', x.name, 'completed', x.completed, 'due_date', x.due_date, 'user_id', x.assignee_id",
       "subtask x",
       "x.sort_order, x.id",
     )}) AS subtasks,
     ${rowsOf(
       `'user_id', x.author_id, 'author_name', x.author_name, 'created_at', x.created_at, 'edited_at', x.edited_at,
        'body', x.body`,
       "comment x",
       "x.id",
     )} AND x.deleted_at IS NULL) AS comments,
     ${rowsOf(
       `'title', x.title, 'name', f.name, 'storage_key', f.storage_key, 'created_at', x.created_at, 'user_id', x.created_by,
        'is_cover', (f.id = t.cover_file_id) IS TRUE`,
       "task_attachment x JOIN file f ON f.tenant_id = x.tenant_id AND f.id = x.file_id",
       "x.id",
     )}) AS files
   FROM unnest($1::bigint[]) WITH ORDINALITY AS sent (id, place) JOIN task t ON t.tenant_id = current_tenant() AND t.id = sent.id
   LEFT JOIN task_template m ON m.tenant_id = t.tenant_id AND m.id = t.task_template_id AND m.project_id = t.project_id
     AND m.deleted_at IS NULL
   ORDER BY sent.place`,
);

/** The shared views of project $1, with ids of the database in their queries. */
export const selectSharedViews = sql(
  "projectExport.sharedViews",
  `SELECT x.name, x.layout, x.query FROM ${ofProject("saved_view")} AND x.scope = 'project' AND x.deleted_at IS NULL
   ORDER BY x.rank, x.id`,
);

export interface PartsRow {
  task_templates: {
    title: string;
    content: unknown;
    content_version: number;
    is_default: boolean;
    default_column_ids: number[];
  }[];
  series: SeriesPartRow[];
}

interface SeriesPartRow extends Omit<ExportedSeries, "owner" | "column" | "task"> {
  owner_id: number | null;
  column_id: number | null;
  template: ImportedSeriesValues["template"];
}

const jsonListOf = (json: string, table: string, condition: string, order: string) =>
  `(SELECT COALESCE(json_agg(json_build_object(${json}) ORDER BY ${order}), '[]') FROM ${ofProject(table)}${condition})`;

const numberOf = (taskId: string) =>
  `(SELECT t.number FROM task t WHERE t.tenant_id = x.tenant_id AND t.project_id = x.project_id AND t.id = ${taskId})`;

/** The task templates and series of project $1, with ids of the database except for the numbers of tasks. */
export const selectParts = sql(
  "projectExport.parts",
  `SELECT ${jsonListOf(
    `'title', x.title, 'content', x.content, 'content_version', x.content_version, 'is_default', x.is_default,
        'default_column_ids', ARRAY(SELECT c.id FROM task_status c
          WHERE c.tenant_id = x.tenant_id AND c.project_id = x.project_id AND c.default_template_id = x.id)`,
    "task_template",
    " AND x.deleted_at IS NULL",
    "name_key(x.title)",
  )} AS task_templates,
     ${jsonListOf(
       `'rule', json_build_object('unit', x.unit, 'every', x.every, 'first_day', x.first_day, 'weekdays', x.weekdays,
          'month_day', x.month_day, 'month_week', x.month_week, 'month_weekday', x.month_weekday, 'month', x.month,
          'days_off', x.days_off, 'until', x.until, 'max_count', x.max_count, 'basis', x.basis, 'only_when_done', x.only_when_done,
          'create_missed', x.create_missed, 'lead_days', x.lead_days, 'at_hour', x.at_hour),
        'state', x.state, 'owner_id', x.owner_id, 'column_id', x.task_status_id, 'template', x.template,
        'source_task', ${numberOf("x.source_task_id")}, 'last_task', ${numberOf("x.last_task_id")},
        'last_day', x.last_day, 'last_date', x.last_date, 'created_count', x.created_count, 'missed_count', x.missed_count,
        'occurrences', (SELECT COALESCE(json_agg(json_build_object('day', o.day, 'task', ${numberOf("o.task_id")},
            'skipped', o.skipped) ORDER BY o.day), '[]')
          FROM task_series_occurrence o WHERE o.tenant_id = x.tenant_id AND o.series_id = x.id)`,
       "task_series",
       "",
       "x.id",
     )} AS series`,
);

export const selectPeople = sql(
  "projectExport.people",
  "SELECT u.id, u.fullname, u.email FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)",
);
