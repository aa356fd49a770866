import { cardFields } from "../../../shared/work/tasks/tasks.field-lists";
import { personOrNull } from "../../platform/database/person-json";
import { sql, unnamedSql } from "../../platform/database/unit-of-work";
import { assignedCondition } from "../access/tasks.policy";
import { selectFields } from "./tasks.fields";
import { matchesSearch } from "../../platform/database/search";

/** Card columns with the names of the API. `t` is the task, `p` its project. */
export const cardColumns = `
  t.id, t.project_id, t.task_status_id, p.code || '-' || t.number AS key, ${selectFields(cardFields)},
  t.field_values, t.rank, t.version,
  COALESCE(people.ids, '[]'::json) AS user_ids, COALESCE(teams.ids, '[]'::json) AS group_ids,
  COALESCE(labels.ids, '[]'::json) AS tag_ids, COALESCE(blockers.ids, '[]'::json) AS blocker_ids,
  t.spent_minutes, '/files/' || t.cover_file_id || '/preview' AS cover_url,
  to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
  t.reporter_id, t.series_id, t.comment_count, t.attachment_count, t.subtask_count, t.subtask_done_count`;

const linked = [
  ["people", "task_user", "user_id"],
  ["teams", "task_group", "group_id"],
  ["labels", "task_tag", "tag_id"],
  ["blockers", "task_blocker", "blocker_id"],
] as const;

/** CTEs with the linked ids of a project's tasks, aggregated once for all tasks. `only` restricts the tasks. */
export const linkedIdCtes = (only = "", project = "project_id = $1") =>
  linked
    .map(
      ([name, table, id]) => `
  ${name} AS MATERIALIZED (SELECT task_id, json_agg(${id} ORDER BY ${id}) AS ids FROM ${table}
    WHERE tenant_id = current_tenant() AND ${project} ${only} GROUP BY task_id)`,
    )
    .join(",");

/**
 * Like `linkedIdCtes`, for the tasks `found` in project $1, with a subquery per task. If PostgreSQL underestimates the archive, it could
 * otherwise read the links of all tasks of the project.
 */
const linksOfFound = linked
  .map(
    ([name, table, id]) => `
  ${name} AS MATERIALIZED (SELECT f.id AS task_id, (SELECT json_agg(x.${id} ORDER BY x.${id}) FROM ${table} x
    WHERE x.tenant_id = current_tenant() AND x.project_id = $1 AND x.task_id = f.id) AS ids FROM found f)`,
  )
  .join(",");

export const cardJoins = `
  JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
  LEFT JOIN people ON people.task_id = t.id LEFT JOIN teams ON teams.task_id = t.id
  LEFT JOIN labels ON labels.task_id = t.id LEFT JOIN blockers ON blockers.task_id = t.id`;

/** The folded key of task `t` in project `p`. Keys are always ASCII. */
const taskKey = "lower(p.code || '-' || t.number)";

/**
 * SQL conditions for text, columns, assigned user (directly or by a group) and tag, with parameters from `$first` on. Null disables a
 * filter.
 */
export function taskFilterConditions(first: number): string {
  const [text, columns, person, tag] = [0, 1, 2, 3].map((at) => `$${first + at}`);
  return `
  ${matchesSearch(`${text}`, ["t.folded", taskKey])}
  AND (${columns}::bigint[] IS NULL OR t.task_status_id = ANY(${columns}))
  AND (${person}::bigint IS NULL OR ${assignedCondition(`${person}`)})
  AND (${tag}::bigint IS NULL OR EXISTS (SELECT FROM task_tag x
         WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id AND x.tag_id = ${tag}))`;
}

/** ORDER BY expression of each sort; ties are broken by board order. */
export const taskOrders = {
  rank: "t.rank",
  due_date: "t.due_date NULLS LAST, t.rank",
  priority: "CASE t.priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, t.rank",
  title: "t.title COLLATE reader, t.rank",
  created_at: "t.created_at DESC, t.rank",
  updated_at: "t.updated_at DESC, t.rank",
} as const;
export type TaskOrder = keyof typeof taskOrders;

/**
 * The tasks of a project as a flat list, in board order (by column, then rank) or by another sort. Unnamed, for the reason explained at
 * `filteredBoard`.
 */
export const taskListJson = (order: TaskOrder) =>
  unnamedSql<"tasks.list">(
    `WITH ${linkedIdCtes()}
     SELECT COALESCE(string_agg(card::text, ',' ORDER BY place), '') AS tasks FROM (
       SELECT row_number() OVER (ORDER BY ${order === "rank" ? `c.sort_order, ${taskOrders.rank}` : taskOrders[order]}) AS place,
              (SELECT row_to_json(r) FROM (SELECT ${cardColumns}) AS r) AS card
       FROM task t JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id ${cardJoins}
       WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND ${taskFilterConditions(2)}
     ) AS listed`,
  );

/** The user who archived task `t`, according to the event log. */
const archivedBy = `(
  SELECT e.actor_id FROM domain_event e
  WHERE e.tenant_id = t.tenant_id AND e.task_id = t.id AND e.type = 'task.archived' ORDER BY e.id DESC LIMIT 1)`;

const inArchive = `t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NOT NULL
       AND ($2::date IS NULL OR t.archived_at >= $2::date) AND ($3::date IS NULL OR t.archived_at < $3::date + 1)`;
const page = "ORDER BY t.archived_at DESC, t.id LIMIT $4 OFFSET $5";

/** Finds a page of the archive. Without a search, page and total are read from an index, because archives only grow. */
const foundInArchive = {
  all: `SELECT t.id, (SELECT count(*) FROM task t WHERE ${inArchive})::int AS total FROM task t WHERE ${inArchive} ${page}`,
  some: `SELECT t.id, count(*) OVER ()::int AS total
     FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
     WHERE ${inArchive} AND ${matchesSearch("$6", ["t.folded", taskKey])}
       AND ($7::bigint IS NULL OR ${archivedBy} = $7) ${page}`,
} as const;

/**
 * $1 project, $2 and $3 date range, $4 limit, $5 offset; for `some`, $6 search patterns or null, $7 archiving user or null. The archiving
 * user is determined for the whole archive only when filtering by it, and links are read only for the tasks of the page.
 */
export const archivedJson = (filterKind: keyof typeof foundInArchive) =>
  sql(
    `tasks.archived.${filterKind}`,
    `WITH found AS MATERIALIZED (
     ${foundInArchive[filterKind]}
   ), ${linksOfFound}
   SELECT COALESCE(string_agg(card::text, ',' ORDER BY archived_at DESC, id), '') AS tasks,
          COALESCE(max(total), 0) AS total FROM (
     SELECT t.archived_at, t.id, found.total, (SELECT row_to_json(r) FROM (SELECT ${cardColumns}, t.archived_at,
         ${personOrNull("u")}
           AS archived_by) AS r) AS card
     FROM found JOIN task t ON t.tenant_id = current_tenant() AND t.id = found.id
     ${cardJoins}
     LEFT JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = ${archivedBy}
   ) AS archived`,
  );

export const cardsByIds = sql(
  "tasks.cards",
  `WITH ${linkedIdCtes("AND task_id = ANY($2)")}
   SELECT ${cardColumns} FROM task t ${cardJoins} WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = ANY($2)`,
);

/** Columns of `LockedColumn`. */
export const lockedColumn = `id, project_id AS "projectId", title, kind, EXISTS (SELECT FROM project_field_requirement r JOIN project_field_use u ON u.tenant_id = r.tenant_id
     AND u.project_id = r.project_id AND u.field_id = r.field_id AND u.removed_at IS NULL
     WHERE r.tenant_id = current_tenant() AND r.task_status_id = task_status.id AND r.project_id = task_status.project_id) AS "requiresFields"`;

/** Locks the column before placing a card, so that two concurrent moves don't compute the same rank. */
export const lockColumn = sql(
  "columns.lock",
  `SELECT ${lockedColumn} FROM task_status WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/**
 * The ranks above and below the target position. Archived tasks are included, because they keep their ranks. $1 column, $2 the task above
 * (may be null or deleted), $3 the task below, $4 the moving tasks. Without $2 and $3, the position is the column's end. Must run as a
 * separate statement after locking the column, because an earlier snapshot would miss the last move.
 */
export const selectNeighbourRanks = sql("tasks.neighbours", "SELECT * FROM task_neighbours($1, $2, $3, $4)");

/** Tasks of a column in order, including archived ones. */
export const ranksOfColumn = sql(
  "tasks.ranksOfColumn",
  `SELECT id, rank FROM task WHERE tenant_id = current_tenant() AND task_status_id = $1 ORDER BY rank`,
);

// The column lock prevents adding tasks but not removing them, so tasks that are no longer in the column are skipped.

/** Sets new ranks for the tasks of a column without changing their order. $1 column, $2 tasks, $3 their ranks. */
export const setRanks = sql(
  "tasks.setRanks",
  `UPDATE task SET rank = r.rank FROM unnest($2::bigint[], $3::text[]) AS r (id, rank)
   WHERE tenant_id = current_tenant() AND task_status_id = $1 AND task.id = r.id`,
);

/** Like `setRanks`, but changes the order, so each change counts as a move. */
export const sortRanks = sql(
  "tasks.sortRanks",
  `UPDATE task SET rank = r.rank, version = version + 1, updated_at = now()
   FROM unnest($2::bigint[], $3::text[]) AS r (id, rank)
   WHERE tenant_id = current_tenant() AND task_status_id = $1 AND task.id = r.id
   RETURNING task.id, project_id, number, title, task_status_id, task.rank, version, progress,
             task_status_id AS from_task_status_id, archived_at IS NOT NULL AS archived`,
);
