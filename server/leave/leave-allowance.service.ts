import { tenantStream } from "../../shared/kernel/events";
import {
  dueBy,
  type Entitlement,
  type Grant,
  grantsUntil,
  type YearStanding,
  yetToExpire,
} from "../../shared/leave/leave.grants.rules";
import { sql, type Tx } from "../platform/unit-of-work";
import { type Carried, usedByExpiry } from "./leave-carried.service";

const entitled = sql(
  "leave.entitled",
  `SELECT u.id AS user_id, t.id AS type_id, t.accrual, t.max_carried::float8 AS max_carried, t.carried_until,
     CASE u.gender WHEN 'female' THEN t.days_female WHEN 'male' THEN t.days_male
       ELSE LEAST(t.days_female, t.days_male) END::float8 AS days,
     u.joined_on::text AS joined, u.left_on::text AS left, tenant_today()::text AS today
   FROM app_user u CROSS JOIN leave_type t
   WHERE u.tenant_id = current_tenant() AND t.tenant_id = u.tenant_id AND u.active AND NOT u.external
     AND t.active AND t.can_update_balance AND (t.gender IS NULL OR t.gender = u.gender)
     AND ($1::bigint IS NULL OR t.id = $1) AND ($2::bigint IS NULL OR u.id = $2)
   ORDER BY u.id, t.id`,
);

const standings = sql(
  "leave.standings",
  `SELECT user_id, leave_type_id AS type_id, year, sum(days)::float8 AS balance,
     json_agg(json_build_object('reason', reason, 'days', days::float8, 'period', period, 'full_days', full_days::float8)
       ORDER BY id) FILTER (WHERE period IS NOT NULL) AS given
   FROM leave_ledger
   WHERE tenant_id = current_tenant() AND year BETWEEN extract(year FROM tenant_today()) - 1
     AND extract(year FROM tenant_today()) + 1
     AND ($1::bigint IS NULL OR leave_type_id = $1) AND ($2::bigint IS NULL OR user_id = $2)
   GROUP BY 1, 2, 3`,
);

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

interface Entitled extends Entitlement {
  user_id: number;
  type_id: number;
  today: string;
}

interface StandingRow {
  user_id: number;
  type_id: number;
  year: number;
  balance: number;
  given: YearStanding["given"] | null;
}

export interface GrantsOf {
  typeId?: number;
  userId?: number;
}

interface Account {
  entitled: Entitled;
  years: Map<number, YearStanding>;
}

/** Who is entitled to what, and how their years stand. */
async function accounts(tx: Tx, { typeId, userId }: GrantsOf): Promise<Account[]> {
  const only = [typeId ?? null, userId ?? null];
  const people = await tx.rows<Entitled>(entitled, only);
  const rows = await tx.rows<StandingRow>(standings, only);
  const byAccount = new Map(people.map((one) => [keyOf(one), { entitled: one, years: new Map() } as Account]));
  for (const { year, balance, given, ...row } of rows) {
    byAccount.get(keyOf(row))?.years.set(year, { balance, given: given ?? [], used_by_expiry: 0 });
  }
  const carried = people.flatMap(({ user_id, type_id, carried_until: until, today }): Carried[] => {
    const present = Number(today.slice(0, 4));
    return until === null ? [] : [present, present + 1].map((year) => ({ user_id, type_id, year, until }));
  });
  for (const { user_id, type_id, year, used } of await usedByExpiry(tx, carried)) {
    const years = byAccount.get(keyOf({ user_id, type_id }))?.years;
    if (used > 0) years?.set(year, { balance: 0, given: [], ...years.get(year), used_by_expiry: used });
  }
  return [...byAccount.values()];
}

const keyOf = ({ user_id, type_id }: { user_id: number; type_id: number }) => `${user_id} ${type_id}`;

/**
 * Gives everyone of the tenant what is theirs by today: the year's allowance or its months so far, next year's, what is
 * left of last year, and takes what of that has expired; corrects what an employment's dates or a late change of last
 * year made different. Safe to run twice and after a gap. @returns how many entries were made.
 */
export async function grantAllowances(tx: Tx, only: GrantsOf = {}): Promise<number> {
  const due = (await accounts(tx, only)).flatMap(({ entitled: { user_id, type_id, today, ...of }, years }) =>
    dueBy(today, of, years).map((grant: Grant) => ({ user_id, type_id, ...grant })),
  );
  const everyone = only.typeId === undefined && only.userId === undefined;
  if (everyone) await tx.rows(ran);
  if (due.length === 0) return 0;
  const given = await tx.rows(give, [JSON.stringify(due)]);
  for (const year of new Set(given.length > 0 ? due.map((one) => one.year) : [])) {
    tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  }
  return given.length;
}

/** How the year of a day to come will stand by type, if nothing is asked for meanwhile. Nothing is kept. */
export async function simulateBalances(tx: Tx, userId: number, day: string): Promise<Map<number, YearStanding>> {
  const year = Number(day.slice(0, 4));
  const simulated = (await accounts(tx, { userId })).map(({ entitled: { type_id, today, ...of }, years }) => {
    const standing = grantsUntil(today, day < today ? today : day, of, years).get(year);
    return [type_id, standing ?? { balance: 0, given: [], used_by_expiry: 0 }] as const;
  });
  return new Map(simulated);
}

/** What of a person's balance of a type goes still with the days carried into it, by year. */
export async function expiringDays(tx: Tx, userId: number, typeId: number): Promise<Map<number, number>> {
  const [account] = await accounts(tx, { userId, typeId });
  if (!account) return new Map();
  const { entitled: of, years } = account;
  return new Map([...years].map(([year, standing]) => [year, yetToExpire(of, standing)]));
}
