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

const isAbove = sql(
  "people.standsAbove",
  `WITH RECURSIVE line AS (
     SELECT parent_id FROM app_user WHERE tenant_id = current_tenant() AND id = $2
     UNION
     SELECT u.parent_id FROM line JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id
   )
   SELECT EXISTS (SELECT FROM line WHERE parent_id = $1) AS above`,
);

export async function isManagerOf(tx: Tx, managerId: number, userId: number): Promise<boolean> {
  return (await tx.one<{ above: boolean }>(isAbove, [managerId, userId]))?.above ?? false;
}
