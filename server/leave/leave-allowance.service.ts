import { tenantStream } from "../../shared/kernel/events";
import { dueBy, type Grant } from "../../shared/leave/leave.grants.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type AccountsOf, accountsOf } from "./leave-accounts.read";

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

/** People at a time: of ten thousand with a hundred types nothing holds everything at once, and others have their turn in between. */
const atOnce = 200;
const entitledAfter = sql(
  "leave.entitledAfter",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external AND id > $1 ORDER BY id LIMIT ${atOnce}`,
);

/**
 * Gives everyone of the tenant what is theirs by today: the year's allowance or its months so far, next year's, what is
 * left of last year, and takes what of that has expired; corrects what an employment's dates or a late change of last
 * year made different. Safe to run twice and after a gap. @returns how many entries were made.
 */
export async function grantAllowances(tx: Tx, { typeId, userId }: GrantsOf = {}): Promise<number> {
  const years = new Set<number>();
  let given = 0;
  if (userId !== undefined) given = await giveWhatIsDue(tx, { typeId, userIds: [userId] }, years);
  for (let after = 0; userId === undefined; ) {
    const among = (await tx.rows<{ id: number }>(entitledAfter, [after])).map(({ id }) => id);
    const last = among.at(-1);
    if (last === undefined) break;
    given += await giveWhatIsDue(tx, { typeId, among }, years);
    after = last;
  }
  if (typeId === undefined && userId === undefined) await tx.rows(ran);
  for (const year of years) tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  return given;
}

/** @returns how many entries were made; their years are added. */
async function giveWhatIsDue(tx: Tx, of: AccountsOf, years: Set<number>): Promise<number> {
  const due = (await accountsOf(tx, of)).flatMap(({ user_id, type_id, today, of: entitlement, years: standing }) =>
    entitlement ? dueBy(today, entitlement, standing).map((grant: Grant) => ({ user_id, type_id, ...grant })) : [],
  );
  if (due.length === 0) return 0;
  const given = await tx.rows(give, [JSON.stringify(due)]);
  if (given.length > 0) for (const { year } of due) years.add(year);
  return given.length;
}
