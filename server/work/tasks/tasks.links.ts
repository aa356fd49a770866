import type { Actor as Person } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { sql, sqlByKey, type Tx } from "../../platform/database/unit-of-work";
import { maxBlockers, nodesInCycles } from "./tasks.dependency-cycles";
import { type LinkName, linkNames, linkTables } from "./tasks.fields";

/** Lists linked to a task; omitted lists are unchanged. */
export type LinkInput = { [Name in LinkName]?: number[] };

const selectForeignIds = sql(
  "tasks.strangers",
  `SELECT
     ARRAY(SELECT wanted.id FROM unnest($2::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM project_access a
       JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id AND u.active
       WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = wanted.id)) AS users,
     ARRAY(SELECT wanted.id FROM unnest($3::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM project_group g
       WHERE g.tenant_id = current_tenant() AND g.project_id = $1 AND g.group_id = wanted.id)) AS groups,
     ARRAY(SELECT wanted.id FROM unnest($4::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM project_tag t
       WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = wanted.id)) AS tags,
     ARRAY(SELECT wanted.id FROM unnest($5::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM task t
       WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = wanted.id)) AS blockers`,
);

/**
 * Checks that users, groups, tags and blockers belong to the project.
 * @returns for each input the lists with unknown ids.
 */
export async function foreignReferences(
  tx: Tx,
  projectId: number,
  inputs: readonly LinkInput[],
): Promise<LinkName[][]> {
  const idsByLink = linkNames.map((name) => unique(inputs.flatMap((input) => input[name] ?? [])));
  if (idsByLink.every((ids) => ids.length === 0)) return inputs.map(() => []);
  const found = await tx.one<Record<LinkName, number[]>>(selectForeignIds, [projectId, ...idsByLink]);
  const unknown = Object.fromEntries(linkNames.map((name) => [name, new Set(found?.[name])]));
  return inputs.map((input) => linkNames.filter((name) => input[name]?.some((id) => unknown[name]?.has(id))));
}

export async function requireLinks(tx: Tx, projectId: number, input: LinkInput): Promise<void> {
  const [names = []] = await foreignReferences(tx, projectId, [input]);
  if (names.length === 0) return;
  const errors: FieldErrors = Object.fromEntries(names.map((name) => [name, ["field.unknown"]]));
  throw new Problem("request.invalid", { errors });
}

const statements = sqlByKey(linkNames, (name) => {
  const { table, column } = linkTables[name];
  const deleteLinks = sql(
    `tasks.drop.${name}`,
    `DELETE FROM ${table} USING unnest($1::bigint[], $2::bigint[]) AS t (project_id, id)
       WHERE tenant_id = current_tenant() AND ${table}.project_id = t.project_id AND ${table}.task_id = t.id
         AND NOT EXISTS (SELECT FROM unnest($3::bigint[], $4::bigint[]) AS kept (task_id, id)
           WHERE kept.task_id = ${table}.task_id AND kept.id = ${table}.${column})`,
  );
  const insertLinks = sql(
    `tasks.add.${name}`,
    `INSERT INTO ${table} (tenant_id, project_id, task_id, ${column})
       SELECT current_tenant(), * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING`,
  );
  return { deleteLinks, insertLinks };
});

/** Sets the lists that each task contains. Unchanged links aren't rewritten, so that an assignment keeps its start time. */
export async function setLinks(
  tx: Tx,
  tasks: readonly (LinkInput & { id: number; projectId: number })[],
): Promise<void> {
  for (const name of linkNames) {
    const tasksWithList = tasks.filter((task) => task[name]);
    if (tasksWithList.length === 0) continue;
    const rows = tasksWithList.flatMap((task) =>
      unique(task[name] ?? []).map((id) => [task.projectId, task.id, id] as const),
    );
    await tx.rows(statements[name].deleteLinks, [
      tasksWithList.map((task) => task.projectId),
      tasksWithList.map((task) => task.id),
      ...[1, 2].map((at) => rows.map((row) => row[at])),
    ]);
    if (rows.length > 0)
      await tx.rows(
        statements[name].insertLinks,
        [0, 1, 2].map((at) => rows.map((row) => row[at])),
      );
  }
}

const countBlockersUpTo = sql(
  "tasks.blockersUpTo",
  `SELECT count(*)::int AS total FROM (
     SELECT FROM task_blocker WHERE tenant_id = current_tenant() AND project_id = $1 LIMIT $2
   ) AS counted`,
);

/** Whether the project has more dependencies than the cycle check can process at each change. */
export async function hasTooManyBlockers(tx: Tx, projectId: number): Promise<boolean> {
  const found = await tx.one<{ total: number }>(countBlockersUpTo, [projectId, maxBlockers + 1]);
  return (found?.total ?? 0) > maxBlockers;
}

// Direct blockers of all tasks reachable from tasks $2. Visits each task once for all starting points, because individual runs for 500
// starting points would take 500 times as long.
export const selectTransitiveBlockers = sql(
  "tasks.aheadOf",
  `WITH RECURSIVE ahead (id) AS (
     SELECT unnest($2::bigint[])
     UNION
     SELECT b.blocker_id FROM ahead JOIN task_blocker b
       ON b.tenant_id = current_tenant() AND b.project_id = $1 AND b.task_id = ahead.id
   ) SELECT b.task_id AS id, array_agg(b.blocker_id) AS blockers FROM ahead JOIN task_blocker b
       ON b.tenant_id = current_tenant() AND b.project_id = $1 AND b.task_id = ahead.id
     GROUP BY b.task_id`,
);

/** The tasks among `ids` that depend on themselves over any number of steps. Their new blockers must already be written. */
export async function findTasksInCycle(tx: Tx, projectId: number, ids: readonly number[]): Promise<number[]> {
  const ahead = await tx.rows<{ id: number; blockers: number[] }>(selectTransitiveBlockers, [projectId, ids]);
  const circling = nodesInCycles(
    ahead.flatMap(({ id, blockers }) => blockers.map((blocker) => [id, blocker] as const)),
  );
  return ids.filter((id) => circling.has(id));
}

const unique = (ids: readonly number[]) => [...new Set(ids)];

const selectPeople = sql(
  "people.byIds",
  `SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id`,
);

export function peopleByIds(tx: Tx, ids: readonly number[]): Promise<Person[]> {
  return ids.length === 0 ? Promise.resolve([]) : tx.rows<Person>(selectPeople, [ids]);
}
