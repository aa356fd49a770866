import { tenantStream } from "../../../../shared/kernel/events";
import { grantsDue, type Grant } from "../../../../shared/requests/leave/ledger/grants.rules";
import { type StatementFor, sql, type Tx } from "../../../platform/database/unit-of-work";
import { type AccountFilter, readLeaveAccounts } from "./accounts.read";

// Inserts each grant once per period, no matter how often or late a schedule runs. A unique key on the period enforces this.
const insertGrant = sql(
  "leave.give",
  `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, period, full_days, base_days,
     cause)
   SELECT current_tenant(), (e->>'user_id')::bigint, (e->>'type_id')::bigint, (e->>'year')::smallint, e->>'reason',
          (e->>'days')::numeric, e->>'period', (e->>'full_days')::numeric, (e->>'base_days')::numeric, e->>'cause'
   FROM jsonb_array_elements($1::jsonb) AS e
   ON CONFLICT DO NOTHING RETURNING id`,
);

const markGranted = sql("leave.ran", "UPDATE tenant SET leave_given_at = now() WHERE id = current_tenant()");

export interface GrantFilter {
  typeId?: number;
  userId?: number;
  /** Some users, in batches that the caller limits. */
  userIds?: readonly number[];
  /** Why the allowances may have changed. */
  cause?: AccountFilter["cause"];
}

/** Users per batch, which bounds memory for 10,000 users with 100 types and yields to other requests. */
const batchSize = 200;
export const entitledAfter = sql(
  "leave.entitledAfter",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external AND id > $1 ORDER BY id LIMIT ${batchSize}`,
);

// Users who left recently or have a balance in a year after their last year.
const leaversAfter = sql(
  "leave.leaversAfter",
  `SELECT id FROM app_user u WHERE tenant_id = current_tenant() AND NOT active AND NOT external AND id > $1
     AND left_on IS NOT NULL AND (left_on > tenant_today() - 400 OR EXISTS (
       SELECT FROM leave_balance b WHERE b.tenant_id = u.tenant_id AND b.user_id = u.id AND b.days <> 0
         AND b.year > extract(year FROM u.left_on)))
   ORDER BY id LIMIT ${batchSize}`,
);

/**
 * Grants everything due by today: the allowance of the year or of its months so far, next year's allowance, and the carry-over. Removes
 * expired days. Corrects grants after changes of employment dates or of last year, also for users who have left. Idempotent; catches up
 * after missed runs.
 * @returns the number of ledger entries.
 */
export async function grantAllowances(
  tx: Tx,
  { typeId, userId, userIds: some, cause }: GrantFilter = {},
): Promise<number> {
  const years = new Set<number>();
  let grantCount = 0;
  const only = some ?? (userId === undefined ? undefined : [userId]);
  if (only) grantCount = await grantDueAllowances(tx, { typeId, userIds: only, cause }, years);
  else {
    for await (const scheduledUserIds of inChunks(tx, entitledAfter))
      grantCount += await grantDueAllowances(tx, { typeId, scheduledUserIds, cause }, years);
    // Includes all years, because the last year of employment may be long ago.
    for await (const userIds of inChunks(tx, leaversAfter))
      grantCount += await grantDueAllowances(tx, { typeId, userIds, cause }, years);
  }
  if (typeId === undefined && !only) await tx.rows(markGranted);
  for (const year of years) tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  return grantCount;
}

export async function* inChunks(tx: Tx, statement: StatementFor<{ id: number }>): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const ids = (await tx.rows<{ id: number }>(statement, [after])).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

async function grantDueAllowances(tx: Tx, of: AccountFilter, years: Set<number>): Promise<number> {
  const due = (await readLeaveAccounts(tx, of)).flatMap(
    ({ user_id, type_id, today, of: entitlement, years: standing }) =>
      entitlement
        ? grantsDue(today, entitlement, standing).map((grant: Grant) => ({ user_id, type_id, ...grant }))
        : [],
  );
  if (due.length === 0) return 0;
  const insertedGrants = await tx.rows(insertGrant, [JSON.stringify(due)]);
  if (insertedGrants.length > 0) for (const { year } of due) years.add(year);
  return insertedGrants.length;
}
