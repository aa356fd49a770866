import { sql, type Tx } from "../platform/database/unit-of-work";

/**
 * Everyone who stands below $1, at any depth, as the first part of a `WITH RECURSIVE`. Nobody stands above themself
 * (`app_user_no_cycle`); `UNION` ends all the same where that is asked for at the end of a transaction.
 */
export const teamOf = `team AS (
  SELECT id FROM app_user WHERE tenant_id = current_tenant() AND parent_id = $1
  UNION
  SELECT u.id FROM team JOIN app_user u ON u.tenant_id = current_tenant() AND u.parent_id = team.id
)`;

const isAbove = sql(
  "people.standsAbove",
  `WITH RECURSIVE line AS (
     SELECT parent_id FROM app_user WHERE tenant_id = current_tenant() AND id = $2
     UNION
     SELECT u.parent_id FROM line JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id
   )
   SELECT EXISTS (SELECT FROM line WHERE parent_id = $1) AS above`,
);

/** Whether someone stands above another, over however many. */
export async function standsAbove(tx: Tx, managerId: number, userId: number): Promise<boolean> {
  return (await tx.one<{ above: boolean }>(isAbove, [managerId, userId]))?.above ?? false;
}
