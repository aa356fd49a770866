import type { FieldKind } from "../../../shared/work/fields/fields.schema";
import { openTaskCondition } from "../access/open-task";
import type { SeriesSettings, SeriesState } from "../../../shared/work/series/series.schema";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

/** The values that new tasks copy. Offsets are days from the date of the task. */
export interface SeriesTemplate {
  title: string;
  description: string | null;
  priority: string;
  complexity: number;
  estimate_minutes: number | null;
  start_offset: number | null;
  due_offset: number | null;
  users: number[];
  groups: number[];
  tags: number[];
  field_values: Record<string, unknown>;
  /** Kinds of the fields when the values were copied, by field id. */
  field_kinds: Record<string, FieldKind>;
  subtasks: { name: string; assignee_id: number | null; due_offset: number | null }[];
  /** The values before they were last copied from a task, and the task they came from. */
  previous?: { source_task_id: number | null; template: Omit<SeriesTemplate, "previous"> };
}

export interface SeriesRow extends SeriesSettings {
  id: number;
  project_id: number;
  task_status_id: number | null;
  owner_id: number | null;
  owner: { id: number; fullname: string; image: string | null } | null;
  state: SeriesState;
  refusal: string | null;
  template: SeriesTemplate;
  source_task_id: number | null;
  /** Null after the last task was deleted or moved to another project. */
  last_task_id: number | null;
  last_day: string | null;
  last_date: string | null;
  /** The local day on which the last task was completed or withdrawn; null while it is open. */
  completed_on: string | null;
  next_day: string | null;
  next_date: string | null;
  created_count: number;
  missed_count: number;
  skipped_days: string[];
  version: number;
  created_at: Date;
  /** Whether the last task exists in the project, isn't archived and isn't completed. */
  last_open: boolean;
  /** The key and title of the last task; of the project and the template without it. */
  key: string;
  title: string;
  /** Time zone of the owner. */
  zone: string;
  /** The day at the owner's location. */
  today: string;
  weekend: number[];
}

const zone = "COALESCE(o.time_zone, n.time_zone)";

/** `s` is the series. */
const selectSeries = `SELECT s.id, s.project_id, s.task_status_id, s.owner_id, s.unit, s.every, s.first_day::text AS first_day, s.weekdays,
    s.month_day, s.month_week, s.month_weekday, s.month, s.days_off, s.until::text AS until, s.max_count, s.basis, s.only_when_done,
    s.create_missed, s.lead_days, s.at_hour, s.state, s.refusal, s.template, s.source_task_id, l.id AS last_task_id,
    s.last_day::text AS last_day, s.last_date::text AS last_date, s.completed_on::text AS completed_on, s.next_day::text AS next_day, s.next_date::text AS next_date,
    s.created_count, s.missed_count, s.version, s.created_at,
    ARRAY(SELECT x.day::text FROM task_series_occurrence x WHERE x.tenant_id = s.tenant_id AND x.series_id = s.id AND x.skipped
      AND x.day > COALESCE(s.last_day, s.first_day - 1) ORDER BY x.day) AS skipped_days,
    ${personOrNull("o")} AS owner,
    COALESCE((SELECT ${openTaskCondition("l", "c")} AND l.archived_at IS NULL FROM task_status c
      WHERE c.tenant_id = l.tenant_id AND c.id = l.task_status_id), false) AS last_open,
    COALESCE(p.code || '-' || l.number, p.code) AS key, COALESCE(l.title, s.template->>'title') AS title,
    ${zone} AS zone, (now() AT TIME ZONE ${zone})::date::text AS today, n.weekend
  FROM task_series s
  JOIN tenant n ON n.id = s.tenant_id
  JOIN project p ON p.tenant_id = s.tenant_id AND p.id = s.project_id
  LEFT JOIN app_user o ON o.tenant_id = s.tenant_id AND o.id = s.owner_id
  LEFT JOIN task l ON l.tenant_id = s.tenant_id AND l.project_id = s.project_id AND l.id = s.last_task_id
  WHERE s.tenant_id = current_tenant()`;

export const selectSeriesById = sql("taskSeries.byId", `${selectSeries} AND s.id = $1`);
/** Changes of a series lock its project before the series, and deletions of its tasks before the task: see the invariants. */
export const lockProject = sql(
  "taskSeries.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
export const lockSeries = sql("taskSeries.lock", `${selectSeries} AND s.id = $1 FOR UPDATE OF s`);

/** The series of projects $1 with a planned date. Those of archived projects wait. */
export const selectActiveSeries = sql(
  "taskSeries.active",
  `${selectSeries} AND s.project_id = ANY($1::bigint[]) AND s.state = 'active' AND s.next_day IS NOT NULL AND p.archived_at IS NULL
   ORDER BY s.next_date, s.id LIMIT 1000`,
);

/** The series of a task, which may have ended. */
export const selectSeriesOfTask = sql(
  "taskSeries.ofTask",
  `${selectSeries} AND s.id = (SELECT x.series_id FROM task_series_occurrence x JOIN task_series r ON r.tenant_id = x.tenant_id
     AND r.id = x.series_id AND r.project_id = $2
     WHERE x.tenant_id = current_tenant() AND x.task_id = $1)`,
);

/** The calendar of user $1: zone, day and weekend. */
export const selectCalendar = sql(
  "taskSeries.calendar",
  `SELECT (now() AT TIME ZONE ${zone})::date::text AS today, ${zone} AS zone, n.weekend
   FROM tenant n LEFT JOIN app_user o ON o.tenant_id = n.id AND o.id = $1 WHERE n.id = current_tenant()`,
);

export const countSeriesOfProject = sql(
  "taskSeries.countOfProject",
  "SELECT count(*)::int AS count FROM task_series WHERE tenant_id = current_tenant() AND project_id = $1 AND state <> 'ended'",
);

export const countListedSeries = sql(
  "taskSeries.countListed",
  "SELECT count(*)::int AS count FROM task_series WHERE tenant_id = current_tenant() AND project_id = $1",
);
/** $2 limit, $3 offset. */
export const selectListedSeries = sql(
  "taskSeries.listed",
  `${selectSeries} AND s.project_id = $1 ORDER BY s.state = 'ended', s.next_date, s.id DESC LIMIT $2 OFFSET $3`,
);

/** The values of task $1 of project $3 for a template. The anchor is its due date, its start date, or the day $2. */
export const selectTemplate = sql(
  "taskSeries.template",
  `SELECT x.anchor::text AS anchor, json_build_object('title', t.title, 'description', t.description, 'priority', t.priority,
     'complexity', t.complexity, 'estimate_minutes', t.estimate_minutes, 'start_offset', t.start_date - x.anchor,
     'due_offset', CASE WHEN t.due_date IS NULL AND t.start_date IS NULL THEN 0 ELSE t.due_date - x.anchor END,
     'users', ARRAY(SELECT u.user_id FROM task_user u WHERE u.tenant_id = t.tenant_id AND u.project_id = t.project_id AND u.task_id = t.id ORDER BY 1),
     'groups', ARRAY(SELECT g.group_id FROM task_group g WHERE g.tenant_id = t.tenant_id AND g.project_id = t.project_id AND g.task_id = t.id ORDER BY 1),
     'tags', ARRAY(SELECT g.tag_id FROM task_tag g WHERE g.tenant_id = t.tenant_id AND g.project_id = t.project_id AND g.task_id = t.id ORDER BY 1),
     'field_values', t.field_values,
     'field_kinds', COALESCE((SELECT json_object_agg(v.field_id, v.kind) FROM task_field_value v
       WHERE v.tenant_id = t.tenant_id AND v.task_id = t.id), '{}'),
     'subtasks', COALESCE((SELECT json_agg(json_build_object('name', b.name, 'assignee_id', b.assignee_id,
         'due_offset', b.due_date - x.anchor) ORDER BY b.sort_order, b.id)
       FROM subtask b WHERE b.tenant_id = t.tenant_id AND b.task_id = t.id), '[]')) AS template
   FROM task t CROSS JOIN LATERAL (SELECT COALESCE(t.due_date, t.start_date, $2::date) AS anchor) AS x
   WHERE t.tenant_id = current_tenant() AND t.id = $1 AND t.project_id = $3`,
);

const settingColumns = [
  "unit",
  "every",
  "first_day",
  "weekdays",
  "month_day",
  "month_week",
  "month_weekday",
  "month",
  "days_off",
  "until",
  "max_count",
  "basis",
  "only_when_done",
  "create_missed",
  "lead_days",
  "at_hour",
] as const satisfies (keyof SeriesSettings)[];
export const settingValues = (settings: SeriesSettings) => settingColumns.map((name) => settings[name]);
const settingParameters = (first: number) => settingColumns.map((_, at) => `$${first + at}`).join(", ");

export const insertSeries = sql(
  "taskSeries.insert",
  `INSERT INTO task_series (tenant_id, project_id, task_status_id, owner_id, template, source_task_id, last_task_id, last_day, last_date,
     created_count, ${settingColumns.join(", ")})
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $5, $6, $6, 1, ${settingParameters(7)}) RETURNING id`,
);
/** $1 project, $2 column, $3 owner, $4 values of new tasks, $5 task with files, $6 last task, $7 and $8 last day and date, $9 created and
 * $10 missed tasks, $11 state, then the rule. */
export const insertImportedSeries = sql(
  "taskSeries.insertImported",
  `INSERT INTO task_series (tenant_id, project_id, task_status_id, owner_id, template, source_task_id, last_task_id, last_day,
     last_date, created_count, missed_count, state, ${settingColumns.join(", ")})
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
     ${settingParameters(12)}) RETURNING id`,
);
export const updateSettings = sql(
  "taskSeries.updateSettings",
  `UPDATE task_series SET task_status_id = $2, version = version + 1,
     ${settingColumns.map((name, at) => `${name} = $${3 + at}`).join(", ")}
   WHERE tenant_id = current_tenant() AND id = $1`,
);
const templateAsPrevious = `jsonb_build_object('previous',
  jsonb_build_object('source_task_id', source_task_id, 'template', template - 'previous'))`;

export const updateTemplate = sql(
  "taskSeries.updateTemplate",
  `UPDATE task_series SET template = $2::jsonb || ${templateAsPrevious}, source_task_id = $3, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);
/** The former source task may have been deleted. */
export const exchangeTemplate = sql(
  "taskSeries.exchangeTemplate",
  `UPDATE task_series s SET template = (template->'previous'->'template') || ${templateAsPrevious}, version = version + 1,
     source_task_id = (SELECT t.id FROM task t WHERE t.tenant_id = s.tenant_id AND t.project_id = s.project_id
       AND t.id = (s.template->'previous'->>'source_task_id')::bigint)
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const updateState = sql(
  "taskSeries.updateState",
  `UPDATE task_series SET state = $2, refusal = $3, version = version + 1,
     next_day = CASE WHEN $2 = 'ended' THEN NULL ELSE next_day END, next_date = CASE WHEN $2 = 'ended' THEN NULL ELSE next_date END,
     next_at = CASE WHEN $2 = 'ended' THEN NULL ELSE next_at END
   WHERE tenant_id = current_tenant() AND id = $1`,
);
/** $2 day, $3 date and $4 instant of the next task; null if none is planned. */
export const updateNextDate = sql(
  "taskSeries.updateNextDate",
  `UPDATE task_series SET next_day = $2, next_date = $3, next_at = $4 WHERE tenant_id = current_tenant() AND id = $1`,
);
/** $2 day and $3 date of the last occurrence, $4 its task, $5 created tasks, $6 missed dates. */
export const advanceSeries = sql(
  "taskSeries.advance",
  `UPDATE task_series SET last_day = $2, last_date = $3, last_task_id = COALESCE($4, last_task_id),
     completed_on = CASE WHEN $4::bigint IS NULL THEN completed_on END, created_count = created_count + $5, missed_count = missed_count + $6, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const insertOccurrence = sql(
  "taskSeries.insertOccurrence",
  `INSERT INTO task_series_occurrence (tenant_id, series_id, day, task_id, skipped) VALUES (current_tenant(), $1, $2, $3, $4)
   ON CONFLICT DO NOTHING RETURNING series_id`,
);
export const updateOccurrenceTask = sql(
  "taskSeries.updateOccurrenceTask",
  "UPDATE task_series_occurrence SET task_id = $3 WHERE tenant_id = current_tenant() AND series_id = $1 AND day = $2 AND NOT skipped",
);
export const deleteSkippedDay = sql(
  "taskSeries.deleteSkippedDay",
  "DELETE FROM task_series_occurrence WHERE tenant_id = current_tenant() AND series_id = $1 AND day = $2 AND skipped RETURNING series_id",
);
/** The series of task $1 of project $2. */
export const selectOccurrence = sql(
  "taskSeries.occurrence",
  `SELECT o.series_id FROM task_series_occurrence o JOIN task t ON t.tenant_id = o.tenant_id AND t.id = o.task_id AND t.project_id = $2
   WHERE o.tenant_id = current_tenant() AND o.task_id = $1`,
);
/** The days after $2 with a task of series $1, a task that was deleted, or that are skipped. */
export const selectOccurrenceDays = sql(
  "taskSeries.occurrenceDays",
  "SELECT day::text AS day FROM task_series_occurrence WHERE tenant_id = current_tenant() AND series_id = $1 AND day > $2",
);
export const selectOccurrenceDay = sql(
  "taskSeries.occurrenceDay",
  "SELECT skipped FROM task_series_occurrence WHERE tenant_id = current_tenant() AND series_id = $1 AND day = $2",
);

/** The tasks of series $1 and task $3, as far as they are in project $2. */
export const lockTasksOfSeries = sql(
  "taskSeries.lockTasks",
  `SELECT t.id FROM task t WHERE t.tenant_id = current_tenant() AND t.project_id = $2 AND (t.id = $3 OR t.id IN (
     SELECT o.task_id FROM task_series_occurrence o WHERE o.tenant_id = current_tenant() AND o.series_id = $1))
   ORDER BY t.id FOR NO KEY UPDATE`,
);
/** The tasks of series $1 that are still in its project $2. */
export const setSeriesOfTasks = sql(
  "taskSeries.setOfTasks",
  `UPDATE task t SET series_id = $1 FROM task_series_occurrence o
   WHERE o.tenant_id = current_tenant() AND o.series_id = $1 AND t.tenant_id = o.tenant_id AND t.id = o.task_id AND t.project_id = $2
   RETURNING t.id`,
);
export const setSeriesOfTask = sql(
  "taskSeries.setOfTask",
  "UPDATE task SET series_id = $2 WHERE tenant_id = current_tenant() AND id = $1 AND project_id = $3",
);
export const clearSeriesOfTasks = sql(
  "taskSeries.clearOfTasks",
  "UPDATE task SET series_id = NULL WHERE tenant_id = current_tenant() AND project_id = $2 AND series_id = $1",
);

const mayCreate = `EXISTS (SELECT FROM project p WHERE p.tenant_id = s.tenant_id AND p.id = s.project_id AND p.archived_at IS NULL)
  AND NOT (SELECT plan_is_over(n.plan_ends_at, n.auto_renew) FROM tenant n WHERE n.id = s.tenant_id)`;

/** Series with a task to create now. Those of archived projects wait. */
export const selectDueSeries = sql(
  "taskSeries.due",
  `SELECT s.id FROM task_series s WHERE s.tenant_id = current_tenant() AND s.state = 'active' AND s.next_at <= now() AND ${mayCreate}
   ORDER BY s.next_at, s.id LIMIT 1000`,
);
/** Series $1, unless another run has created its task. */
export const selectDueSeriesById = sql(
  "taskSeries.dueById",
  `${selectSeries} AND s.id = $1 AND s.state = 'active' AND s.next_at <= now() AND ${mayCreate}`,
);

/** The first column of the project in which work isn't completed, if $2 is null. */
export const selectTargetColumn = sql(
  "taskSeries.targetColumn",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1
   ORDER BY id = $2 DESC NULLS LAST, kind = 'done', sort_order LIMIT 1`,
);

/** The column for a new task: $2, or the first column of the project if work in $2 is completed or $2 is null. */
export const selectColumnOfNewTask = sql(
  "taskSeries.columnOfNewTask",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1
   ORDER BY kind = 'done', id = $2 DESC NULLS LAST, sort_order LIMIT 1`,
);

/** The people, groups and tags of a template that the project still has. $1 project, $2 template. */
export const selectTemplateLinks = sql(
  "taskSeries.templateLinks",
  `SELECT ARRAY(SELECT u.id FROM app_user u JOIN project_access a ON a.tenant_id = u.tenant_id AND a.user_id = u.id AND a.project_id = $1
       WHERE u.tenant_id = current_tenant() AND u.active AND u.id IN (SELECT jsonb_array_elements_text($2::jsonb->'users')::bigint) ORDER BY 1) AS users,
     ARRAY(SELECT g.group_id FROM project_group g WHERE g.tenant_id = current_tenant() AND g.project_id = $1
       AND g.group_id IN (SELECT jsonb_array_elements_text($2::jsonb->'groups')::bigint) ORDER BY 1) AS groups,
     ARRAY(SELECT g.id FROM project_tag g WHERE g.tenant_id = current_tenant() AND g.project_id = $1
       AND g.id IN (SELECT jsonb_array_elements_text($2::jsonb->'tags')::bigint) ORDER BY 1) AS tags`,
);

/** Subtasks of a template for task $1 with date $2; assignees without access and days outside of the project are left out. */
export const insertTemplateSubtasks = sql(
  "taskSeries.insertSubtasks",
  `INSERT INTO subtask (tenant_id, task_id, name, assignee_id, due_date, sort_order)
   SELECT t.tenant_id, t.id, r.name, u.id,
     CASE WHEN $2::date + r.due_offset BETWEEN COALESCE(p.start_date, '-infinity') AND COALESCE(p.end_date, 'infinity')
       THEN $2::date + r.due_offset END, r.place
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   CROSS JOIN ROWS FROM (jsonb_to_recordset($3::jsonb) AS (name text, assignee_id bigint, due_offset int)) WITH ORDINALITY
     AS r (name, assignee_id, due_offset, place)
   LEFT JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = r.assignee_id AND u.active AND EXISTS (SELECT FROM project_access a
     WHERE a.tenant_id = t.tenant_id AND a.project_id = t.project_id AND a.user_id = u.id)
   WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);
/** Adds the files of task $1 to task $2, unless task $1 has moved to another project. */
export const shareFiles = sql(
  "taskSeries.shareFiles",
  `INSERT INTO task_attachment (tenant_id, task_id, title, file_id, created_by)
   SELECT a.tenant_id, t.id, a.title, a.file_id, a.created_by FROM task t
   JOIN task r ON r.tenant_id = t.tenant_id AND r.project_id = t.project_id AND r.id = $1
   JOIN task_attachment a ON a.tenant_id = r.tenant_id AND a.task_id = r.id
   WHERE t.tenant_id = current_tenant() AND t.id = $2 ORDER BY a.id`,
);

/** Series of which task $1 is the last one. */
export const selectSeriesOfLastTask = sql(
  "taskSeries.ofLastTask",
  "SELECT s.id FROM task_series s WHERE s.tenant_id = current_tenant() AND s.last_task_id = $1 ORDER BY s.project_id, s.id",
);
export const updateCompletionDay = sql(
  "taskSeries.updateCompletionDay",
  "UPDATE task_series SET completed_on = $2 WHERE tenant_id = current_tenant() AND id = $1",
);
/** The next date of a series after completion depends on the completion of its last task: task $1, or any task of project $2. */
export const clearCompletionOfOpenTasks = sql(
  "taskSeries.clearCompletionOfOpenTasks",
  `UPDATE task_series s SET completed_on = NULL,
     next_day = CASE WHEN s.basis = 'schedule' THEN s.next_day END, next_date = CASE WHEN s.basis = 'schedule' THEN s.next_date END,
     next_at = CASE WHEN s.basis = 'schedule' THEN s.next_at END
   FROM task t JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id
   WHERE s.tenant_id = current_tenant() AND t.tenant_id = s.tenant_id AND t.id = s.last_task_id AND t.project_id = s.project_id
     AND (t.id = $1 OR t.project_id = $2) AND t.archived_at IS NULL AND ${openTaskCondition("t", "c")}
     AND (s.completed_on IS NOT NULL OR s.basis = 'completion' AND s.next_day IS NOT NULL)
   RETURNING s.id, s.basis, s.state`,
);
/** Active series after completion in project $1 without a next date whose last task was completed, deleted, archived or moved. */
export const selectSeriesWithoutOpenTask = sql(
  "taskSeries.withoutOpenTask",
  `SELECT s.id FROM task_series s WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.basis = 'completion'
     AND s.state = 'active' AND s.next_day IS NULL AND NOT EXISTS (SELECT FROM task t
       JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id
       WHERE t.tenant_id = s.tenant_id AND t.id = s.last_task_id AND t.project_id = s.project_id AND t.archived_at IS NULL
         AND ${openTaskCondition("t", "c")})
   ORDER BY s.id`,
);
/**
 * Requests that series whose next date depends on days off are planned again. Those with a request are updated as well: one that is being
 * planned may have read the calendar before this change, and is requested again after its transaction.
 */
export const requestPlanning = sql(
  "taskSeries.requestPlanning",
  `UPDATE task_series SET planning_requested_at = now() WHERE tenant_id = current_tenant() AND state <> 'ended' AND next_day IS NOT NULL
     AND (days_off <> 'keep' OR unit = 'workday')`,
);
export const selectRequestedSeries = sql(
  "taskSeries.requested",
  "SELECT id FROM task_series WHERE tenant_id = current_tenant() AND planning_requested_at IS NOT NULL ORDER BY id",
);
/** Clears the request of series $1, unless another run has planned it. */
export const clearPlanningRequest = sql(
  "taskSeries.clearPlanningRequest",
  `UPDATE task_series SET planning_requested_at = NULL WHERE tenant_id = current_tenant() AND id = $1 AND planning_requested_at IS NOT NULL
   RETURNING id`,
);
/** Series of owner $1, or of all with null, whose next task isn't planned for their hour in the owner's present time zone. */
export const selectSeriesInOtherZone = sql(
  "taskSeries.inOtherZone",
  `SELECT s.id FROM task_series s JOIN tenant n ON n.id = s.tenant_id
     LEFT JOIN app_user o ON o.tenant_id = s.tenant_id AND o.id = s.owner_id
   WHERE s.tenant_id = current_tenant() AND s.next_at IS NOT NULL AND ($1::bigint IS NULL OR s.owner_id = $1)
     AND s.next_at <> (s.next_date - s.lead_days + make_interval(hours => s.at_hour)) AT TIME ZONE ${zone}
   ORDER BY s.id`,
);
/** Removes task $1 from its series, which ended or is in a former project of the task, so that the task can belong to another one. */
export const clearTaskOfOccurrence = sql(
  "taskSeries.clearTaskOfOccurrence",
  "UPDATE task_series_occurrence SET task_id = NULL WHERE tenant_id = current_tenant() AND task_id = $1",
);
