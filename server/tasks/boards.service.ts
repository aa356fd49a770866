import { sql, type Tx, unnamed } from "../platform/database/unit-of-work";
import { card, filters, joins, links, orders, type TaskOrder } from "./tasks.sql";

/**
 * Cards of a board, which is answered whole: more than anybody looks at, and as many as docs/performance.md measures. What is
 * archived doesn't count.
 */
export const mostOnBoard = 20_000;

/**
 * The whole board but its revision in one statement, as JSON: the database writes five thousand cards faster than rows
 * could be carried over and written again here. $1 project, $2 person, $3 whether they see every project. No row when the project isn't
 * theirs to see: asking that first would be one more round trip on the most frequent call. `which` are conditions: of cards, of columns, and of
 * reading either at all.
 */
const boardBy = (order: TaskOrder, which: { cards?: string; columns?: string; ifAsked?: string }) => `WITH ${links()},
     cards AS MATERIALIZED (
       SELECT task_status_id, string_agg(card::text, ',' ORDER BY place) AS tasks FROM (
         SELECT t.task_status_id, row_number() OVER (ORDER BY ${orders[order]}) AS place,
                (SELECT row_to_json(c) FROM (SELECT ${card}) AS c) AS card
         FROM task t ${joins}
         WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND ${which.cards ?? "true"}
       ) AS shown GROUP BY task_status_id
     ),
     stream AS MATERIALIZED (
       SELECT s.revision, s.revision || '/' || extract(epoch FROM e.at) AS mark FROM event_stream s
       LEFT JOIN domain_event e ON e.tenant_id = s.tenant_id AND e.stream = s.name AND e.revision = s.revision
       WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || $1::text
     ),
     access AS MATERIALIZED (
       SELECT user_id FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1
     )
     SELECT
       (SELECT mark FROM stream) AS mark,
       CASE WHEN ${which.ifAsked ?? "true"} THEN (SELECT string_agg(
           left(row_to_json(c)::text, -1) || ',"tasks":[' || COALESCE(cards.tasks, '') || ']}', ',' ORDER BY c.sort_order)
        FROM (SELECT id, project_id, title, kind, color, wip_limit, sort_order, version FROM task_status
              WHERE tenant_id = current_tenant() AND project_id = $1 AND ${which.columns ?? "true"}) AS c
        LEFT JOIN cards ON cards.task_status_id = c.id) END AS columns,
       (SELECT COALESCE(json_agg(json_build_object('id', id, 'fullname', fullname, 'image', image) ORDER BY id), '[]')
        FROM app_user WHERE tenant_id = current_tenant() AND id IN (SELECT user_id FROM access))::text AS users,
       (SELECT COALESCE(json_agg(json_build_object('id', g.id, 'title', g.title, 'users', COALESCE(
            (SELECT json_agg(user_id ORDER BY user_id) FROM user_group_member m
             WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id), '[]'::json)) ORDER BY g.id), '[]')
        FROM user_group g JOIN project_group pg ON pg.tenant_id = g.tenant_id AND pg.group_id = g.id
        WHERE g.tenant_id = current_tenant() AND pg.project_id = $1)::text AS groups,
       (SELECT COALESCE(json_agg(json_build_object('id', id, 'project_id', project_id, 'name', name, 'color', color) ORDER BY id), '[]')
        FROM project_tag WHERE tenant_id = current_tenant() AND project_id = $1)::text AS tags,
       COALESCE((SELECT revision FROM stream), 0) AS revision
     FROM project WHERE tenant_id = current_tenant() AND id = $1 AND ($3 OR $2 IN (SELECT user_id FROM access))`;

/**
 * Sorted, and narrowed down by `filters` from $4 on. Planned for these values each time: one plan for all values of four filters expects a
 * single card, and looks through what hangs on all others for each. Of twenty thousand that was 20 s, as long as the connection lived.
 */
export const filteredBoard = (order: TaskOrder) =>
  unnamed(boardBy(order, { cards: filters(4), columns: "($5::bigint[] IS NULL OR id = ANY($5))" }));

/**
 * All of it in its own order. $4 the mark of the cards that are known already: they aren't read again. Without the filters that it has no use
 * for: one plan for all values of them looks dearer than a plan for these, so PostgreSQL planned the statement each time, which took ten
 * times as long as to run it.
 */
export const wholeBoard = sql(
  "board.whole",
  boardBy("rank", { ifAsked: "$4::text IS NULL OR (SELECT mark FROM stream) IS DISTINCT FROM $4" }),
);

/**
 * Several boards in one statement, each as the JSON that reading it alone would give. $1 projects; whether they may be
 * seen has been asked before.
 */
const boardsJson = sql(
  "boards.json",
  `WITH ${links("", "project_id = ANY($1)")},
   cards AS MATERIALIZED (
     SELECT t.task_status_id,
            string_agg((SELECT row_to_json(c) FROM (SELECT ${card}) AS c)::text, ',' ORDER BY t.rank) AS tasks
     FROM task t ${joins}
     WHERE t.tenant_id = current_tenant() AND t.project_id = ANY($1) AND t.archived_at IS NULL
     GROUP BY t.task_status_id
   ),
   laid AS MATERIALIZED (
     SELECT c.project_id,
            string_agg(left(row_to_json(c)::text, -1) || ',"tasks":[' || COALESCE(cards.tasks, '') || ']}', ',' ORDER BY c.sort_order) AS columns
     FROM (SELECT id, project_id, title, kind, color, wip_limit, sort_order, version FROM task_status
           WHERE tenant_id = current_tenant() AND project_id = ANY($1)) AS c
     LEFT JOIN cards ON cards.task_status_id = c.id GROUP BY c.project_id
   ),
   access AS MATERIALIZED (
     SELECT a.project_id, json_agg(json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) ORDER BY u.id) AS users
     FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
     WHERE a.tenant_id = current_tenant() AND a.project_id = ANY($1) GROUP BY a.project_id
   ),
   teamed AS MATERIALIZED (
     SELECT pg.project_id, json_agg(json_build_object('id', g.id, 'title', g.title, 'users', COALESCE(
              (SELECT json_agg(user_id ORDER BY user_id) FROM user_group_member m
               WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id), '[]'::json)) ORDER BY g.id) AS groups
     FROM user_group g JOIN project_group pg ON pg.tenant_id = g.tenant_id AND pg.group_id = g.id
     WHERE g.tenant_id = current_tenant() AND pg.project_id = ANY($1) GROUP BY pg.project_id
   ),
   tagged AS MATERIALIZED (
     SELECT project_id,
            json_agg(json_build_object('id', id, 'project_id', project_id, 'name', name, 'color', color) ORDER BY id) AS tags
     FROM project_tag WHERE tenant_id = current_tenant() AND project_id = ANY($1) GROUP BY project_id
   )
   SELECT p.id, '{"data":[' || COALESCE(laid.columns, '') || '],"revision":' ||
     COALESCE((SELECT revision FROM event_stream WHERE tenant_id = current_tenant() AND name = 'project:' || p.id), 0) ||
     ',"users":' || COALESCE(access.users, '[]') || ',"groups":' || COALESCE(teamed.groups, '[]') ||
     ',"tags":' || COALESCE(tagged.tags, '[]') || '}' AS board
   FROM project p
   LEFT JOIN laid ON laid.project_id = p.id LEFT JOIN access ON access.project_id = p.id
   LEFT JOIN teamed ON teamed.project_id = p.id LEFT JOIN tagged ON tagged.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND p.id = ANY($1)`,
);

/**
 * The boards of several projects, as JSON by project id, each with the revision it is exactly at: one statement, run in
 * a snapshot. The caller has made sure that they may be seen.
 */
export async function readBoardsJson(tx: Tx, projectIds: readonly number[]): Promise<Map<number, string>> {
  if (projectIds.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; board: string }>(boardsJson, [projectIds]);
  return new Map(rows.map(({ id, board }) => [id, board]));
}
