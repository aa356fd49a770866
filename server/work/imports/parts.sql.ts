import { sql } from "../../platform/database/unit-of-work";

/** $1 project, $2 format of the contents, $3 user, $4 JSON array. A title that occurs twice is created once. */
export const insertTaskTemplates = sql(
  "imports.insertTaskTemplates",
  `INSERT INTO task_template
     (tenant_id, project_id, title, content, content_format, content_version, is_default, created_by, changed_by)
   SELECT current_tenant(), $1, title, content, $2, content_version, is_default, $3, $3
   FROM jsonb_to_recordset($4::jsonb) AS template (title text, content jsonb, content_version int, is_default boolean)
   ON CONFLICT DO NOTHING RETURNING id, title`,
);

/** $1 project, $2 columns, $3 their templates. */
export const setDefaultTemplates = sql(
  "imports.setDefaultTemplates",
  `UPDATE task_status c SET default_template_id = d.template_id FROM unnest($2::bigint[], $3::bigint[]) AS d (column_id, template_id)
   WHERE c.tenant_id = current_tenant() AND c.project_id = $1 AND c.id = d.column_id`,
);

/** $1 series, $2 JSON array. */
export const insertOccurrences = sql(
  "imports.insertOccurrences",
  `INSERT INTO task_series_occurrence (tenant_id, series_id, day, task_id, skipped)
   SELECT current_tenant(), $1, day, CASE WHEN NOT skipped THEN task_id END, skipped
   FROM jsonb_to_recordset($2::jsonb) AS occurrence (day date, task_id bigint, skipped boolean) ON CONFLICT DO NOTHING`,
);

/** Marks the tasks of series $1 if it hasn't ended. */
export const updateSeriesOfTasks = sql(
  "imports.updateSeriesOfTasks",
  `UPDATE task t SET series_id = s.id FROM task_series s JOIN task_series_occurrence o ON o.tenant_id = s.tenant_id AND o.series_id = s.id
   WHERE s.tenant_id = current_tenant() AND s.id = $1 AND s.state <> 'ended' AND t.tenant_id = s.tenant_id
     AND t.project_id = s.project_id AND t.id = o.task_id`,
);
