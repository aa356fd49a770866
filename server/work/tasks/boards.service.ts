import { personJson } from "../../platform/database/person-json";
import { sql, type Tx, unnamedSql } from "../../platform/database/unit-of-work";
import { cardColumns, taskFilterConditions, cardJoins, linkedIdCtes, taskOrders, type TaskOrder } from "./tasks.sql";
import { projectFieldsJson } from "../fields/fields.present";
import { tenantEpochSql } from "../../platform/database/epoch";

/**
 * Maximum number of cards on a board, not counting archived tasks. More than any user needs, and as many as docs/performance.md measures. A
 * board is always returned completely.
 */
export const maxBoardCards = 20_000;

/**
 * Statement for the whole board except its revision, as JSON, because the database serializes five thousand cards faster than rows could be
 * transferred and serialized by the process. Returns no row if the project isn't visible, which saves a round trip on the most frequent
 * call. $1 project, $2 user, $3 whether the user sees all projects. `which` contains conditions for cards, for columns, and for reading
 * either.
 */
const boardBy = (
  order: TaskOrder,
  conditions: { cards?: string; columns?: string; ifAsked?: string },
) => `WITH ${linkedIdCtes()},
     cards AS MATERIALIZED (
       SELECT task_status_id, string_agg(card::text, ',' ORDER BY place) AS tasks FROM (
         SELECT t.task_status_id, row_number() OVER (ORDER BY ${taskOrders[order]}) AS place,
                (SELECT row_to_json(c) FROM (SELECT ${cardColumns}) AS c) AS card
         FROM task t ${cardJoins}
         WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND ${conditions.cards ?? "true"}
       ) AS shown GROUP BY task_status_id
     ),
     stream AS MATERIALIZED (
       SELECT s.revision, s.revision || '/' || ${tenantEpochSql} AS mark FROM event_stream s
       WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || $1::text
     ),
     access AS MATERIALIZED (
       SELECT user_id FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1
     )
     SELECT
       (SELECT mark FROM stream) AS mark,
       CASE WHEN ${conditions.ifAsked ?? "true"} THEN (SELECT string_agg(
           left(row_to_json(c)::text, -1) || ',"tasks":[' || COALESCE(cards.tasks, '') || ']}', ',' ORDER BY c.sort_order)
        FROM (SELECT id, project_id, title, kind, color, wip_limit, sort_order, version FROM task_status
              WHERE tenant_id = current_tenant() AND project_id = $1 AND ${conditions.columns ?? "true"}) AS c
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
       ${projectFieldsJson("$1")}::text AS fields,
       COALESCE((SELECT revision FROM stream), 0) AS revision,
       ${tenantEpochSql} AS epoch
     FROM project WHERE tenant_id = current_tenant() AND id = $1 AND ($3 OR $2 IN (SELECT user_id FROM access))`;

/**
 * A sorted board, filtered by the parameters from $4 on. Unnamed, so that it is planned for its values each time. A generic plan for four
 * filters expects a single card and scans the links of all tasks for it, which took 20 s for 20,000 cards.
 */
export const filteredBoard = (order: TaskOrder) =>
  unnamedSql<"tasks.filteredBoard">(
    boardBy(order, { cards: taskFilterConditions(4), columns: "($5::bigint[] IS NULL OR id = ANY($5))" }),
  );

/**
 * The whole board in board order. $4 contains marks of cards that the server or the caller has. If one of them is current, cards aren't
 * read. Filtered boards have a separate statement, because PostgreSQL would plan each execution with filters, which took ten times as long
 * as the execution.
 */
export const fullBoard = sql(
  "board.whole",
  boardBy("rank", { ifAsked: "((SELECT mark FROM stream) = ANY ($4::text[])) IS NOT TRUE" }),
);

/** Several boards in one statement, with the same JSON as individual boards. $1 projects, whose visibility has already been checked. */
const boardsJson = sql(
  "boards.json",
  `WITH ${linkedIdCtes("", "project_id = ANY($1)")},
   cards AS MATERIALIZED (
     SELECT t.task_status_id,
            string_agg((SELECT row_to_json(c) FROM (SELECT ${cardColumns}) AS c)::text, ',' ORDER BY t.rank) AS tasks
     FROM task t ${cardJoins}
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
     SELECT a.project_id, json_agg(${personJson("u")} ORDER BY u.id) AS users
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
     ',"epoch":"' || ${tenantEpochSql} || '"' ||
     ',"users":' || COALESCE(access.users, '[]') || ',"groups":' || COALESCE(teamed.groups, '[]') ||
     ',"tags":' || COALESCE(tagged.tags, '[]') || ',"fields":' || ${projectFieldsJson("p.id")} || '}' AS board
   FROM project p
   LEFT JOIN laid ON laid.project_id = p.id LEFT JOIN access ON access.project_id = p.id
   LEFT JOIN teamed ON teamed.project_id = p.id LEFT JOIN tagged ON tagged.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND p.id = ANY($1)`,
);

/**
 * The boards of several projects as JSON by project id, each with its exact revision. Runs one statement; the transaction must be a
 * snapshot, and the caller must have checked that the projects are visible.
 */
export async function readBoardsJson(tx: Tx, projectIds: readonly number[]): Promise<Map<number, string>> {
  if (projectIds.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; board: string }>(boardsJson, [projectIds]);
  return new Map(rows.map(({ id, board }) => [id, board]));
}
