import { cardFields } from "../../shared/tasks/tasks.field-lists";
import { sql, unnamed } from "../platform/database/unit-of-work";
import { selected } from "./tasks.fields";

/** A task as the board shows it, in the wire's own names. `t` is the task, `p` its project. */
export const card = `
  t.id, t.project_id, t.task_status_id, p.code || '-' || t.number AS key, ${selected(cardFields)},
  t.rank, t.version,
  COALESCE(people.ids, '[]'::json) AS user_ids, COALESCE(teams.ids, '[]'::json) AS group_ids,
  COALESCE(labels.ids, '[]'::json) AS tag_ids, COALESCE(blockers.ids, '[]'::json) AS blocker_ids,
  t.spent_minutes, '/files/' || t.cover_file_id || '/preview' AS cover_url,
  to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
  t.reporter_id, t.comment_count, t.attachment_count, t.subtask_count, t.subtask_done_count`;

/** What hangs on tasks: under which name it is joined, in which table it stands and as what. */
const linked = [
  ["people", "task_user", "user_id"],
  ["teams", "task_group", "group_id"],
  ["labels", "task_tag", "tag_id"],
  ["blockers", "task_blocker", "blocker_id"],
] as const;

/** The ids that hang on the tasks of a project, aggregated once for all of them. `only` narrows to some tasks. */
export const links = (only = "", project = "project_id = $1") =>
  linked
    .map(
      ([name, table, id]) => `
  ${name} AS MATERIALIZED (SELECT task_id, json_agg(${id} ORDER BY ${id}) AS ids FROM ${table}
    WHERE tenant_id = current_tenant() AND ${project} ${only} GROUP BY task_id)`,
    )
    .join(",");

/**
 * The same for those `found` in a project ($1), of each by itself: asked for together PostgreSQL may read what hangs on all of a project's
 * tasks, where it takes an archive for no longer than what others have.
 */
const linksOfFound = linked
  .map(
    ([name, table, id]) => `
  ${name} AS MATERIALIZED (SELECT f.id AS task_id, (SELECT json_agg(x.${id} ORDER BY x.${id}) FROM ${table} x
    WHERE x.tenant_id = current_tenant() AND x.project_id = $1 AND x.task_id = f.id) AS ids FROM found f)`,
  )
  .join(",");

/** Whether a person is assigned to the task `t`, by name or by group. */
export const isAssigned = (person: string) => `(
  EXISTS (SELECT FROM task_user x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id
          AND x.user_id = ${person})
  OR EXISTS (SELECT FROM task_group x
             JOIN user_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.user_id = ${person}
             WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id))`;

export const joins = `
  JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
  LEFT JOIN people ON people.task_id = t.id LEFT JOIN teams ON teams.task_id = t.id
  LEFT JOIN labels ON labels.task_id = t.id LEFT JOIN blockers ON blockers.task_id = t.id`;

/** Text, columns, person (also through a group) and tag, as parameters from `$first` on; null filters nothing. */
export function filters(first: number): string {
  const [text, columns, person, tag] = [0, 1, 2, 3].map((at) => `$${first + at}`);
  return `
  (${text}::text IS NULL OR t.title ILIKE ${text} OR p.code || '-' || t.number ILIKE ${text})
  AND (${columns}::bigint[] IS NULL OR t.task_status_id = ANY(${columns}))
  AND (${person}::bigint IS NULL OR ${isAssigned(`${person}`)})
  AND (${tag}::bigint IS NULL OR EXISTS (SELECT FROM task_tag x
         WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id AND x.tag_id = ${tag}))`;
}

/** How each sort of the contract reads; a tie is always broken by the place on the board. */
export const orders = {
  rank: "t.rank",
  due_date: "t.due_date NULLS LAST, t.rank",
  priority: "CASE t.priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, t.rank",
  title: "lower(t.title), t.rank",
  created_at: "t.created_at DESC, t.rank",
  updated_at: "t.updated_at DESC, t.rank",
} as const;
export type TaskOrder = keyof typeof orders;

/** The tasks of a project as a flat list, in board order (columns first) or by a sort. Planned each time, as `filteredBoard` is. */
export const taskListJson = (order: TaskOrder) =>
  unnamed(
    `WITH ${links()}
     SELECT COALESCE(string_agg(card::text, ',' ORDER BY place), '') AS tasks FROM (
       SELECT row_number() OVER (ORDER BY ${order === "rank" ? `c.sort_order, ${orders.rank}` : orders[order]}) AS place,
              (SELECT row_to_json(r) FROM (SELECT ${card}) AS r) AS card
       FROM task t JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id ${joins}
       WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND ${filters(2)}
     ) AS listed`,
  );

/** Who put the task `t` into the archive stands in the log, whichever way it was done. */
const archivedBy = `(
  SELECT e.actor_id FROM domain_event e
  WHERE e.tenant_id = t.tenant_id AND e.task_id = t.id AND e.type = 'task.archived' ORDER BY e.id DESC LIMIT 1)`;

const inArchive = `t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NOT NULL
       AND ($2::date IS NULL OR t.archived_at >= $2::date) AND ($3::date IS NULL OR t.archived_at < $3::date + 1)`;
const page = "ORDER BY t.archived_at DESC, t.id LIMIT $4 OFFSET $5";

/** An archive only grows: its page and its length come out of an index, where nobody looks for something in it. */
const foundInArchive = {
  all: `SELECT t.id, (SELECT count(*) FROM task t WHERE ${inArchive})::int AS total FROM task t WHERE ${inArchive} ${page}`,
  some: `SELECT t.id, count(*) OVER ()::int AS total
     FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
     WHERE ${inArchive} AND ($6::text IS NULL OR t.title ILIKE $6 OR p.code || '-' || t.number ILIKE $6)
       AND ($7::bigint IS NULL OR ${archivedBy} = $7) ${page}`,
} as const;

/**
 * $1 project, $2 and $3 from when to when, $4 how many, $5 from which on; of `some` $6 a text and $7 who archived it, or null.
 * Who it was is looked up for all of it only where somebody asks for one person's, and what hangs on tasks for those of the page.
 */
export const archivedJson = (which: keyof typeof foundInArchive) =>
  sql(
    `tasks.archived.${which}`,
    `WITH found AS MATERIALIZED (
     ${foundInArchive[which]}
   ), ${linksOfFound}
   SELECT COALESCE(string_agg(card::text, ',' ORDER BY archived_at DESC, id), '') AS tasks,
          COALESCE(max(total), 0) AS total FROM (
     SELECT t.archived_at, t.id, found.total, (SELECT row_to_json(r) FROM (SELECT ${card}, t.archived_at,
         CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END
           AS archived_by) AS r) AS card
     FROM found JOIN task t ON t.tenant_id = current_tenant() AND t.id = found.id
     ${joins}
     LEFT JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = ${archivedBy}
   ) AS archived`,
  );

/** Cards of one project. $1 project, $2 tasks. */
export const someCards = sql(
  "tasks.cards",
  `WITH ${links("AND task_id = ANY($2)")}
   SELECT ${card} FROM task t ${joins} WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = ANY($2)`,
);

/**
 * Tasks with their project and the person's role in it. $1 a task or several, $2 person. The column isn't joined: whoever waits here
 * for a lock while someone moves the task gets the new row joined with the old column, which is no row at all.
 */
const withAccess = (which: string, person = "$2") => `
  SELECT t.id, t.project_id AS "projectId", t.task_status_id AS "columnId", t.title, t.rank, t.version, t.progress,
         p.code || '-' || t.number AS key, t.archived_at IS NOT NULL AS archived,
         t.subtask_count, t.subtask_done_count, t.progress_by_hand AS "progressByHand", t.reporter_id AS "reporterId",
         t.start_date AS "startDate", t.due_date AS "dueDate",
         p.title AS "projectTitle", p.code AS "projectCode", p.color AS "projectColor",
         p.start_date AS "projectStart", p.end_date AS "projectEnd", p.archived_at IS NOT NULL AS "projectArchived",
         COALESCE((SELECT c.kind FROM task_status c
                   WHERE c.tenant_id = current_tenant() AND c.id = t.task_status_id), 'doing') AS "columnKind",
         (SELECT a.role FROM project_access a
          WHERE a.tenant_id = current_tenant() AND a.project_id = t.project_id AND a.user_id = ${person}) AS role,
         ${isAssigned(person)} AS assigned
  FROM task t
  JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
  WHERE t.tenant_id = current_tenant() AND t.id ${which}`;

export const findTask = sql("tasks.find", withAccess("= $1"));
/** For whoever the transaction acts for: asked before the answer says who that is. */
export const findTaskAhead = sql(
  "tasks.findAhead",
  withAccess("= $1", "NULLIF(current_setting('app.actor_id', true), '')::bigint"),
);
// FOR UPDATE, because column and rank are part of a unique constraint: changing them needs the whole lock, and asking for
// less first would deadlock with whoever writes a comment on the task (its foreign key, then its count on the card).
export const lockTask = sql("tasks.lock", `${withAccess("= $1")} FOR UPDATE OF t`);
/** Doesn't keep anyone from changing it, only from deleting it or moving it to another project. */
export const holdTask = sql("tasks.hold", `${withAccess("= $1")} FOR KEY SHARE OF t`);
/** In the order of their ids: two who want the same tasks never wait for each other. */
export const lockTasks = sql("tasks.lockAll", `${withAccess("= ANY($1)")} ORDER BY t.id FOR UPDATE OF t`);

/** Whoever places a card in a column holds this: two drops never compute the same rank. */
export const lockColumn = sql(
  "columns.lock",
  `SELECT id, project_id AS "projectId", title, kind FROM task_status
   WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/**
 * The places above and below where a task should land, archived tasks included: they keep their ranks. $1 column,
 * $2 the task named above (may be null or gone), $3 the one named below, $4 what should land there. Without either: the end.
 * Run after the column is locked, in a statement of its own: an earlier snapshot would not see the last drop.
 */
export const neighbours = sql("tasks.neighbours", "SELECT * FROM task_neighbours($1, $2, $3, $4)");

/** Tasks of a column in order, archived ones included. */
export const ranksOfColumn = sql(
  "tasks.ranksOfColumn",
  `SELECT id, rank FROM task WHERE tenant_id = current_tenant() AND task_status_id = $1 ORDER BY rank`,
);

// The lock on the column keeps others from coming in, not from leaving: who has left meanwhile keeps the new rank there.

/** New ranks for the tasks of a column whose order stays. $1 column, $2 tasks, $3 their ranks. */
export const setRanks = sql(
  "tasks.setRanks",
  `UPDATE task SET rank = r.rank FROM unnest($2::bigint[], $3::text[]) AS r (id, rank)
   WHERE tenant_id = current_tenant() AND task_status_id = $1 AND task.id = r.id`,
);

/** The same where the order changes: each is a move. */
export const sortRanks = sql(
  "tasks.sortRanks",
  `UPDATE task SET rank = r.rank, version = version + 1, updated_at = now()
   FROM unnest($2::bigint[], $3::text[]) AS r (id, rank)
   WHERE tenant_id = current_tenant() AND task_status_id = $1 AND task.id = r.id
   RETURNING task.id, project_id, number, title, task_status_id, task.rank, version, progress,
             task_status_id AS from_task_status_id, archived_at IS NOT NULL AS archived`,
);
