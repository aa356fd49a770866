import { sql } from "../../platform/database/unit-of-work";

/** Active users with the addresses $1 or the names $2; `place` is the position in the lists, from 1. */
export const selectUsersLike = sql(
  "imports.users",
  `SELECT named.place::int, u.id, u.fullname, u.image, COALESCE(lower(u.email) = lower(named.email), false) AS by_email
   FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS named (email, fullname, place)
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.active
     AND (lower(u.email) = lower(named.email) OR fold(u.fullname) = fold(named.fullname))
   ORDER BY named.place, by_email DESC, u.id`,
);

/** Projects into which the board of source $1 with one of the keys $2 or one of the cards $4 was imported, and the role of user $3 there. */
export const selectEarlierImports = sql(
  "imports.earlier",
  `SELECT * FROM (
     SELECT DISTINCT ON (p.id) p.id, p.title, i.created_at AS at, i.record_ids, p.archived_at IS NOT NULL AS archived,
       (SELECT a.role FROM project_access a
        WHERE a.tenant_id = i.tenant_id AND a.project_id = p.id AND a.user_id = $3) AS role
     FROM project_import i JOIN project p ON p.tenant_id = i.tenant_id AND p.id = i.project_id
     WHERE i.tenant_id = current_tenant() AND i.source = $1 AND sees_project(i.tenant_id, $3, p.id) AND (
       i.board_key = ANY($2) OR EXISTS (SELECT FROM imported_task c
         WHERE c.tenant_id = i.tenant_id AND c.project_id = i.project_id AND c.source = i.source AND c.source_id = ANY($4)))
     ORDER BY p.id, i.id DESC
   ) AS last ORDER BY at DESC LIMIT 10`,
);

export const selectActiveUsers = sql(
  "imports.activeUsers",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND active AND id = ANY($1)",
);

export const selectProjectOfCode = sql(
  "imports.code",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND code = $1",
);

export const selectColumns = sql(
  "imports.columns",
  "SELECT id, title, kind FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY sort_order",
);

/** Creates tags; those whose names are the same after folding are one tag. Returns its id per name, in their order. */
export const insertTags = sql(
  "imports.tags",
  `WITH named AS (
     SELECT name, color, place FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS tag (name, color, place)
   ), added AS (
     INSERT INTO project_tag (tenant_id, project_id, name, color)
     SELECT DISTINCT ON (name_key(name)) current_tenant(), $1, name, color FROM named ORDER BY name_key(name), place
     RETURNING id, name
   )
   SELECT added.id FROM named JOIN added ON name_key(added.name) = name_key(named.name) ORDER BY named.place`,
);

/** Creates tasks from JSON; returns their ids by number. */
export const insertTasks = sql(
  "imports.tasks",
  `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, description, priority, start_date, due_date,
     estimate_minutes, progress, rank, reporter_id, archived_at, created_at, complexity, progress_by_hand,
     import_id, task_template_id, task_template_version)
   SELECT current_tenant(), $1, column_id, number, title, description, priority, start_day, due_day, estimate_minutes,
     progress, rank, reporter_id, CASE WHEN archived THEN COALESCE(least(archived_at, now()), now()) END,
     COALESCE(least(created_at, now()), now()), COALESCE(complexity, 3), COALESCE(progress_by_hand, false), $3,
     template_id, template_version
   FROM jsonb_to_recordset($2::jsonb) AS card (column_id bigint, number int, title text, description text, priority text,
     start_day date, due_day date, estimate_minutes int, progress int, rank text, reporter_id bigint, archived boolean,
     created_at timestamptz, archived_at timestamptz, complexity int, progress_by_hand boolean,
     template_id bigint, template_version int)
   RETURNING id, number`,
);

export const insertAssignees = sql(
  "imports.assignees",
  `INSERT INTO task_user (tenant_id, project_id, task_id, user_id)
   SELECT DISTINCT current_tenant(), $1::bigint, task_id, user_id FROM unnest($2::bigint[], $3::bigint[]) AS link (task_id, user_id)`,
);

export const insertTaskTags = sql(
  "imports.taskTags",
  `INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id)
   SELECT DISTINCT current_tenant(), $1::bigint, task_id, tag_id FROM unnest($2::bigint[], $3::bigint[]) AS link (task_id, tag_id)`,
);

export const insertBlockers = sql(
  "imports.blockers",
  `INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id)
   SELECT DISTINCT current_tenant(), $1::bigint, task_id, blocker_id
   FROM unnest($2::bigint[], $3::bigint[]) AS link (task_id, blocker_id)`,
);

export const insertSubtasks = sql(
  "imports.subtasks",
  `INSERT INTO subtask (tenant_id, task_id, name, completed, due_date, assignee_id, sort_order)
   SELECT current_tenant(), task_id, name, completed, due_day, user_id, place
   FROM jsonb_to_recordset($1::jsonb) AS step (task_id bigint, name text, completed boolean, due_day date, user_id bigint, place int)`,
);

/** In their order, because comments are listed by id. */
export const insertComments = sql(
  "imports.comments",
  `INSERT INTO comment (tenant_id, task_id, author_id, author_name, body, created_at, edited_at, import_id)
   SELECT current_tenant(), task_id, user_id, author_name, body, COALESCE(least(at, now()), now()),
     CASE WHEN edited_at IS NOT NULL THEN least(edited_at, now()) END, $2
   FROM jsonb_to_recordset($1::jsonb) AS comment (task_id bigint, user_id bigint, author_name text, body text, at timestamptz,
     edited_at timestamptz, place int)
   ORDER BY place`,
);

/** $1 field, $2 JSON array of all its options in their order; those without an id are deleted ones. Returns their ids by position. */
export const insertDeletedOptions = sql(
  "imports.deletedOptions",
  `WITH sent AS MATERIALIZED (
     SELECT e.place::int AS place, (e.option->>'id')::bigint AS id, e.option->>'title' AS title, e.option->>'color' AS color
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS e (option, place)
   ), sorted AS (
     UPDATE project_field_option o SET sort_order = s.place FROM sent s
     WHERE o.tenant_id = current_tenant() AND o.field_id = $1 AND o.id = s.id
   )
   INSERT INTO project_field_option (tenant_id, field_id, title, color, sort_order, deleted)
   SELECT current_tenant(), $1::bigint, title, color, place, true FROM sent WHERE id IS NULL RETURNING id, sort_order AS place`,
);

export const selectCurrency = sql(
  "imports.currency",
  "SELECT COALESCE((SELECT currency FROM finance_settings WHERE tenant_id = current_tenant()), 'USD') AS currency",
);

export const selectUserNames = sql(
  "imports.userNames",
  "SELECT id, fullname FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** $1 task, $2 file, $3 title, $4 user or null, $5 time. */
export const insertAttachment = sql(
  "imports.attachment",
  `INSERT INTO task_attachment (tenant_id, task_id, file_id, title, created_by, created_at)
   VALUES (current_tenant(), $1, $2, $3, $4, least($5::timestamptz, now()))`,
);

export const updateCover = sql(
  "imports.cover",
  "UPDATE task SET cover_file_id = $2 WHERE tenant_id = current_tenant() AND id = $1 AND cover_file_id IS NULL",
);

export const setNextNumber = sql(
  "imports.nextNumber",
  "UPDATE project SET next_task_number = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

/** The project is locked already, so the time of this statement is later than that of all earlier changes of its tasks. */
export const insertImport = sql(
  "imports.insert",
  `INSERT INTO project_import (tenant_id, project_id, source, board_key, file_name, created_by, record_ids, created_at)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, clock_timestamp()) RETURNING id`,
);

/** $1 project, $2 source, $3 import, $4 JSON array. */
export const insertImportedTasks = sql(
  "imports.insertImportedTasks",
  `INSERT INTO imported_task (tenant_id, project_id, source, source_id, task_id, import_id, imported_values, comment_keys, stays,
     file_keys)
   SELECT current_tenant(), $1, $2, source_id, task_id, $3, imported_values, comment_keys, stays, file_keys
   FROM jsonb_to_recordset($4::jsonb) AS card (source_id text, task_id bigint, imported_values jsonb, comment_keys text[],
     stays jsonb, file_keys text[])`,
);
