import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

/** Another task in the project of task $1. */
const insertTask = sql(
  "factory.seriesTask",
  `WITH numbered AS (
     UPDATE project p SET next_task_number = next_task_number + 1 FROM task t
     WHERE p.tenant_id = current_tenant() AND t.tenant_id = p.tenant_id AND t.id = $1 AND p.id = t.project_id
     RETURNING p.next_task_number - 1 AS number
   )
   INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
   SELECT t.tenant_id, t.project_id, t.task_status_id, n.number, $2, 'c' || lpad(n.number::text, 3, '0') FROM task t, numbered n
   WHERE t.tenant_id = current_tenant() AND t.id = $1 RETURNING id`,
);
const insertSeries = sql(
  "factory.series",
  `WITH created AS (
     INSERT INTO task_series (tenant_id, project_id, task_status_id, owner_id, unit, every, first_day, days_off, basis, only_when_done,
       create_missed, lead_days, at_hour, state, template, source_task_id, last_task_id, last_day, last_date, created_count)
     SELECT tenant_id, project_id, task_status_id, $1, 'day', 1, '2026-01-31', 'keep', 'schedule', false, false, 0, 6, 'paused',
       jsonb_build_object('title', title, 'description', null, 'priority', 'medium', 'complexity', 3, 'estimate_minutes', null,
         'start_offset', null, 'due_offset', 0, 'users', '[]'::jsonb, 'groups', '[]'::jsonb, 'tags', '[]'::jsonb,
         'field_values', '{}'::jsonb, 'field_kinds', '{}'::jsonb, 'subtasks', '[]'::jsonb,
         'previous', jsonb_build_object('source_task_id', null, 'template', jsonb_build_object('title', title, 'due_offset', 0, 'users', '[]'::jsonb))),
       id, id, '2026-01-31', '2026-01-31', 1
     FROM task WHERE tenant_id = current_tenant() AND id = $2 RETURNING tenant_id, id
   ), occurrence AS (
     INSERT INTO task_series_occurrence (tenant_id, series_id, day, task_id) SELECT tenant_id, id, '2026-01-31', $2 FROM created
   )
   SELECT id FROM created`,
);
const markTask = sql(
  "factory.markSeriesTask",
  "UPDATE task SET series_id = $2 WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);

export const makeRecords: MakeRecords = async (one, { admin, task, mark }) => {
  const { seriesTask } = await awaitRecords({ seriesTask: one(insertTask, [task, `Series ${mark}`]) });
  const { series } = await awaitRecords({ series: one(insertSeries, [admin, seriesTask]) });
  await one(markTask, [seriesTask, series]);
  return { seriesTask, series };
};
