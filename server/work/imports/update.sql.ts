import { sql } from "../../platform/database/unit-of-work";

/** The last import of a board into project $1: of source $2, with one of the keys $3 or one of the cards $4. */
export const selectLastImport = sql(
  "imports.lastImport",
  `SELECT i.record_ids FROM project_import i
   WHERE i.tenant_id = current_tenant() AND i.project_id = $1 AND i.source = $2 AND i.record_ids IS NOT NULL
     AND (i.board_key = ANY($3) OR EXISTS (SELECT FROM imported_task c
       WHERE c.tenant_id = i.tenant_id AND c.project_id = i.project_id AND c.source = i.source AND c.source_id = ANY($4)))
   ORDER BY i.id DESC LIMIT 1`,
);

export const selectUsersWithoutAccess = sql(
  "imports.usersWithoutAccess",
  `SELECT u.id FROM unnest($2::bigint[]) AS u (id) WHERE NOT EXISTS (
     SELECT FROM project_access a WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = u.id)`,
);

/** Tags of project $1, and of the names $2 their position in the list, from 1. */
export const selectTags = sql(
  "imports.selectTags",
  `SELECT t.id, n.place::int FROM project_tag t
   LEFT JOIN unnest($2::text[]) WITH ORDINALITY AS n (name, place) ON name_key(n.name) = name_key(t.name)
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1`,
);

/** Cards that were imported into project $1 from source $2. `is_here` is null for deleted tasks. */
export const selectImportedTasks = sql(
  "imports.importedTasks",
  `SELECT i.source_id, i.task_id, t.project_id = i.project_id AS is_here, i.imported_values, i.comment_keys, i.file_keys, i.files_until
   FROM imported_task i LEFT JOIN task t ON t.tenant_id = i.tenant_id AND t.id = i.task_id
   WHERE i.tenant_id = current_tenant() AND i.project_id = $1 AND i.source = $2`,
);

/** Other tasks can't get a rank in the columns of project $1 until the transaction ends. */
export const lockColumns = sql(
  "imports.lockColumns",
  "SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY id FOR NO KEY UPDATE",
);

/** `FOR UPDATE`, because a weaker lock would deadlock with the insertion of a comment (tasks.policy.ts). */
export const lockTasks = sql(
  "imports.lockTasks",
  `SELECT t.id FROM task t WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id IN (
     SELECT i.task_id FROM imported_task i WHERE i.tenant_id = current_tenant() AND i.project_id = $1 AND i.source = $2)
   ORDER BY t.id FOR UPDATE`,
);

/** The values of tasks as an import writes them. */
export const selectTaskValues = sql(
  "imports.taskValues",
  `SELECT t.id, p.code || '-' || t.number AS key, t.title, t.description, t.task_status_id AS column_id, s.kind AS column_kind,
     t.priority, to_char(t.start_date, 'YYYY-MM-DD') AS start_day, to_char(t.due_date, 'YYYY-MM-DD') AS due_day, t.estimate_minutes,
     t.archived_at IS NOT NULL AS archived, t.field_values, t.progress, t.progress_by_hand, t.subtask_count, t.subtask_done_count, t.attachment_count,
     COALESCE((SELECT json_agg(u.user_id) FROM task_user u WHERE u.tenant_id = t.tenant_id AND u.task_id = t.id), '[]') AS user_ids,
     COALESCE((SELECT json_agg(g.tag_id) FROM task_tag g WHERE g.tenant_id = t.tenant_id AND g.task_id = t.id), '[]') AS tag_ids,
     COALESCE((SELECT json_agg(json_build_object('name', b.name, 'completed', b.completed,
         'due_day', to_char(b.due_date, 'YYYY-MM-DD'), 'user_id', b.assignee_id) ORDER BY b.sort_order, b.id)
       FROM subtask b WHERE b.tenant_id = t.tenant_id AND b.task_id = t.id), '[]') AS subtasks
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1)`,
);

/** $1 JSON array of complete values; tasks without a rank stay where they are. */
export const updateTasks = sql(
  "imports.updateTasks",
  `UPDATE task t SET title = r.title, description = r.description, task_status_id = r.column_id, priority = r.priority,
     start_date = r.start_day, due_date = r.due_day, estimate_minutes = r.estimate_minutes, progress = r.progress,
     archived_at = CASE WHEN r.archived THEN COALESCE(t.archived_at, now()) END, rank = COALESCE(r.rank, t.rank),
     version = t.version + 1, updated_at = now()
   FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, title text, description text, column_id bigint, priority text, start_day date,
     due_day date, estimate_minutes int, progress int, archived boolean, rank text)
   WHERE t.tenant_id = current_tenant() AND t.id = r.id`,
);

export const deleteAssignees = sql(
  "imports.deleteAssignees",
  "DELETE FROM task_user WHERE tenant_id = current_tenant() AND task_id = ANY($1)",
);

export const deleteTaskTags = sql(
  "imports.deleteTaskTags",
  "DELETE FROM task_tag WHERE tenant_id = current_tenant() AND task_id = ANY($1)",
);

export const deleteSubtasks = sql(
  "imports.deleteSubtasks",
  "DELETE FROM subtask WHERE tenant_id = current_tenant() AND task_id = ANY($1)",
);

/** $1 project, $2 source, $3 import, $4 JSON array. */
export const updateImportedTasks = sql(
  "imports.updateImportedTasks",
  `UPDATE imported_task i SET imported_values = r.imported_values, comment_keys = i.comment_keys || r.new_comment_keys,
     file_keys = i.file_keys || r.new_file_keys,
     stays = i.stays || r.new_stays,
     import_id = CASE WHEN r.is_written THEN $3 ELSE i.import_id END
   FROM jsonb_to_recordset($4::jsonb) AS r (source_id text, imported_values jsonb, new_comment_keys text[], new_file_keys text[], new_stays jsonb, is_written boolean)
   WHERE i.tenant_id = current_tenant() AND i.project_id = $1 AND i.source = $2 AND i.source_id = r.source_id`,
);

export const selectLastRanks = sql(
  "imports.lastRanks",
  `SELECT task_status_id AS column_id, max(rank) AS rank FROM task
   WHERE tenant_id = current_tenant() AND project_id = $1 GROUP BY task_status_id`,
);

export const selectProject = sql(
  "imports.project",
  "SELECT title, next_task_number FROM project WHERE tenant_id = current_tenant() AND id = $1",
);

/** $2 tasks, $3 blockers, by position. */
export const deleteBlockers = sql(
  "imports.deleteBlockers",
  `DELETE FROM task_blocker b USING unnest($2::bigint[], $3::bigint[]) AS link (task_id, blocker_id)
   WHERE b.tenant_id = current_tenant() AND b.project_id = $1 AND b.task_id = link.task_id AND b.blocker_id = link.blocker_id`,
);

/** Dependencies of project $1 between tasks of the project. */
export const selectBlockers = sql(
  "imports.selectBlockers",
  "SELECT task_id, blocker_id FROM task_blocker WHERE tenant_id = current_tenant() AND project_id = $1",
);
