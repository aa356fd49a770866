import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertSeries = sql(
  "factory.series",
  `WITH created AS (
     INSERT INTO task_series (tenant_id, project_id, task_status_id, owner_id, unit, every, first_day, days_off, basis, only_when_done,
       create_missed, lead_days, at_hour, template, source_task_id, last_task_id, last_day, last_date, next_day, next_date, next_at,
       created_count)
     SELECT tenant_id, project_id, task_status_id, $1, 'day', 1, '2999-01-01', 'keep', 'schedule', false, false, 0, 6,
       jsonb_build_object('title', $3::text, 'description', null, 'priority', 'medium', 'complexity', 3, 'estimate_minutes', null,
         'start_offset', null, 'due_offset', 0, 'users', '[]'::jsonb, 'groups', '[]'::jsonb, 'tags', '[]'::jsonb,
         'field_values', '{}'::jsonb, 'subtasks', '[]'::jsonb),
       id, id, '2999-01-01', '2999-01-01', '2999-01-02', '2999-01-02', '2999-01-02T06:00:00Z', 1
     FROM task WHERE tenant_id = current_tenant() AND id = $2 RETURNING tenant_id, id
   ), occurrence AS (
     INSERT INTO task_series_occurrence (tenant_id, series_id, day, task_id) SELECT tenant_id, id, '2999-01-01', $2 FROM created
   ), marked AS (
     UPDATE task SET series_id = (SELECT id FROM created) WHERE tenant_id = current_tenant() AND id = $2
   )
   SELECT id FROM created`,
);

export const makeRecords: MakeRecords = (one, { admin, task, mark }) =>
  awaitRecords({ series: one(insertSeries, [admin, task, `Series ${mark}`]) });
