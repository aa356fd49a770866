import { personJson } from "../../platform/search/search-source";
import { commentReactions } from "../comments/comments.present";
import { importOriginJson, lastImportJson } from "../access/import-origin";
import { canSeeProject } from "../access/projects.policy";
import { attachmentColumns, attachmentTables } from "../attachments/attachments.present";
import { projectFieldsJson } from "../fields/fields.present";
import { sql } from "../../platform/database/unit-of-work";
import { subtaskColumns } from "../projects/projects.leaving";

const person = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image)`;
const list = (inner: string) => `COALESCE((${inner}), '[]'::json)`;

const column = `json_build_object('id', c.id, 'project_id', c.project_id, 'title', c.title, 'kind', c.kind, 'color', c.color,
  'wip_limit', c.wip_limit, 'sort_order', c.sort_order, 'version', c.version)`;

const related = (ownEnd: string, otherEnd: string) =>
  list(`SELECT json_agg(json_build_object('id', o.id, 'key', p.code || '-' || o.number, 'title', o.title, 'task_status_id',
      o.task_status_id, 'progress', o.progress, 'archived', o.archived_at IS NOT NULL) ORDER BY o.id)
    FROM task_blocker b JOIN task o ON o.tenant_id = b.tenant_id AND o.id = b.${otherEnd}
    JOIN project p ON p.tenant_id = o.tenant_id AND p.id = o.project_id
    WHERE b.tenant_id = t.tenant_id AND b.project_id = t.project_id AND b.${ownEnd} = t.id`);

/** $1 task, $2 reader. */
export const taskDetailParts = sql(
  "tasks.detail",
  `SELECT t.description, ${projectFieldsJson("t.project_id")} AS fields, t.published, t.updated_at,
     (SELECT ${column} FROM task_status c WHERE c.tenant_id = t.tenant_id AND c.id = t.task_status_id) AS column,
     ${list(`SELECT json_agg(${column} ORDER BY c.sort_order) FROM task_status c
        WHERE c.tenant_id = t.tenant_id AND c.project_id = t.project_id`)} AS columns,
     (SELECT ${person("u")} FROM app_user u WHERE u.tenant_id = t.tenant_id AND u.id = t.reporter_id) AS reporter,
     ${importOriginJson("t")} AS import, ${lastImportJson("t")} AS last_import,
     (SELECT json_build_object('id', o.id, 'title', o.title, 'project_id',
          CASE WHEN o.deleted_at IS NULL THEN o.project_id END)
      FROM task_template o WHERE o.tenant_id = t.tenant_id AND o.id = t.task_template_id
        AND ${canSeeProject("o.project_id", "$2")}) AS template,
     ${list(`SELECT json_agg(${person("u")} ORDER BY u.id) FROM task_user x
        JOIN app_user u ON u.tenant_id = x.tenant_id AND u.id = x.user_id
        WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id`)} AS users,
     ${list(`SELECT json_agg(${person("u")} ORDER BY u.id) FROM task_watcher x
        JOIN app_user u ON u.tenant_id = x.tenant_id AND u.id = x.user_id
        WHERE x.tenant_id = t.tenant_id AND x.task_id = t.id`)} AS watchers,
     ${related("task_id", "blocker_id")} AS blockers, ${related("blocker_id", "task_id")} AS blocking,
     ${list(`SELECT json_agg(json_build_object('id', g.id, 'title', g.title, 'users',
          ${list(`SELECT json_agg(m.user_id ORDER BY m.user_id) FROM user_group_member m
                  WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id`)}) ORDER BY g.id)
        FROM task_group x JOIN user_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id
        WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id`)} AS groups,
     ${list(`SELECT json_agg(json_build_object('id', g.id, 'project_id', g.project_id, 'name', g.name, 'color', g.color) ORDER BY g.id)
        FROM task_tag x JOIN project_tag g ON g.tenant_id = x.tenant_id AND g.id = x.tag_id
        WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id`)} AS tags,
     ${list(`SELECT json_agg((SELECT row_to_json(r) FROM (SELECT ${subtaskColumns}) AS r) ORDER BY s.sort_order, s.id)
        FROM subtask s WHERE s.tenant_id = t.tenant_id AND s.task_id = t.id`)} AS subtasks,
     ${list(`SELECT json_agg(x ORDER BY x.id) FROM (SELECT ${attachmentColumns} FROM ${attachmentTables}
        WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id) AS x`)} AS attachments,
     (SELECT min(a.id) FROM task_attachment a
      WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id AND a.file_id = t.cover_file_id) AS "coverId",
     ${list(`SELECT json_agg(json_build_object('id', e.id, 'user', ${person("u")}, 'date', e.date, 'minutes', e.minutes,
          'note', e.note, 'version', e.version, 'open', COALESCE(w.state, 'open') = 'open') ORDER BY e.date DESC, e.id DESC)
        FROM time_entry e JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
        LEFT JOIN time_week w ON w.tenant_id = e.tenant_id AND w.user_id = e.user_id
          AND w.monday = e.date - (extract(isodow FROM e.date)::int - 1)
        WHERE e.tenant_id = t.tenant_id AND e.task_id = t.id`)} AS time_entries,
     ${list(`SELECT json_agg(json_build_object('id', c.id, 'taskId', c.task_id, 'body', c.body, 'version', c.version,
          'createdAt', c.created_at, 'editedAt', c.edited_at, 'author', ${personJson("u")},
          'authorName', c.author_name, 'import', ${importOriginJson("c")}, 'reactions', ${commentReactions})
          ORDER BY c.id)
        FROM comment c LEFT JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.author_id
        WHERE c.tenant_id = t.tenant_id AND c.task_id = t.id AND c.deleted_at IS NULL`)} AS comments
   FROM task t WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);
