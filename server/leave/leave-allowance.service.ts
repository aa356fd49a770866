import { tenantStream } from "../../shared/kernel/events";
import { dueBy, type Grant } from "../../shared/leave/leave.grants.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { accountsOf } from "./leave-accounts.read";

// Once per period, however often and late a schedule runs: the key is the rule.
const give = sql(
  "leave.give",
  `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, period, full_days, cause)
   SELECT current_tenant(), (e->>'user_id')::bigint, (e->>'type_id')::bigint, (e->>'year')::smallint, e->>'reason',
          (e->>'days')::numeric, e->>'period', (e->>'full_days')::numeric, e->>'cause'
   FROM jsonb_array_elements($1::jsonb) AS e
   ON CONFLICT DO NOTHING RETURNING id`,
);

const ran = sql("leave.ran", "UPDATE tenant SET leave_given_at = now() WHERE id = current_tenant()");

export interface GrantsOf {
  typeId?: number;
  userId?: number;
}

/**
 * Gives everyone of the tenant what is theirs by today: the year's allowance or its months so far, next year's, what is
 * left of last year, and takes what of that has expired; corrects what an employment's dates or a late change of last
 * year made different. Safe to run twice and after a gap. @returns how many entries were made.
 */
export async function grantAllowances(tx: Tx, { typeId, userId }: GrantsOf = {}): Promise<number> {
  const only = { typeId, userIds: userId === undefined ? undefined : [userId] };
  const due = (await accountsOf(tx, only)).flatMap(({ user_id, type_id, today, of, years }) =>
    of ? dueBy(today, of, years).map((grant: Grant) => ({ user_id, type_id, ...grant })) : [],
  );
  const everyone = typeId === undefined && userId === undefined;
  if (everyone) await tx.rows(ran);
  if (due.length === 0) return 0;
  const given = await tx.rows(give, [JSON.stringify(due)]);
  for (const year of new Set(given.length > 0 ? due.map((one) => one.year) : [])) {
    tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  }
  return given.length;
}
