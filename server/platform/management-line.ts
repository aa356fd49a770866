import { sql, type Tx } from "./database/unit-of-work";

/**
 * CTE for `WITH RECURSIVE`: all users below `$1` or another parameter, at any depth. `app_user_no_cycle` prevents cycles but is deferred; `UNION` terminates even
 * in a transaction with a temporary cycle.
 */
export const teamOf = (manager: string): string => `team AS (
  SELECT id FROM app_user WHERE tenant_id = current_tenant() AND parent_id = ${manager}
  UNION
  SELECT u.id FROM team JOIN app_user u ON u.tenant_id = current_tenant() AND u.parent_id = team.id
)`;
export const teamCte = teamOf("$1");

/** Scope of a list: by default the reader's own records. `all` is reduced to the team for readers who may not see all records. */
export const listScopeOf = (scope: "mine" | "team" | "all" | "" | undefined, maySeeAll: boolean) =>
  scope === "all" && !maySeeAll ? "team" : scope || "mine";

const selectUsersBelow = sql(
  "people.below",
  `SELECT x.id FROM unnest($2::bigint[]) AS x (id) WHERE EXISTS (
     WITH RECURSIVE line AS (
       SELECT parent_id FROM app_user WHERE tenant_id = current_tenant() AND id = x.id
       UNION
       SELECT u.parent_id FROM line JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id
     )
     SELECT FROM line WHERE parent_id = $1)`,
  { notNull: ["id"] },
);

/** Returns those of the users who are below the manager, at any depth. */
export async function usersBelow(tx: Tx, managerId: number, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(selectUsersBelow, [managerId, [...userIds]]);
  return new Set(rows.map(({ id }) => id));
}

export async function isManagerOf(tx: Tx, managerId: number, userId: number): Promise<boolean> {
  return (await usersBelow(tx, managerId, [userId])).has(userId);
}
