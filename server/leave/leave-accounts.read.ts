import { type BookedDay, type LeaveAccount } from "../../shared/leave/leave.balance.rules";
import { type Entitlement, lastCarriedDay, type YearStanding } from "../../shared/leave/leave.grants.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { accountKey, bookedDays } from "./leave-booked.read";
import type { CalendarOf } from "./leave.calendar";

const entitled = sql(
  "leave.entitled",
  `SELECT u.id AS user_id, t.id AS type_id, t.accrual, t.max_carried::float8 AS max_carried, t.carried_until,
     CASE u.gender WHEN 'female' THEN t.days_female WHEN 'male' THEN t.days_male
       ELSE LEAST(t.days_female, t.days_male) END::float8 AS days,
     u.joined_on::text AS joined, u.left_on::text AS left
   FROM app_user u CROSS JOIN leave_type t
   WHERE u.tenant_id = current_tenant() AND t.tenant_id = u.tenant_id AND u.active AND NOT u.external
     AND t.active AND t.can_update_balance AND (t.gender IS NULL OR t.gender = u.gender)
     AND ($1::bigint IS NULL OR t.id = $1) AND ($2::bigint[] IS NULL OR u.id = ANY($2))
   ORDER BY u.id, t.id`,
);

// A schedule needs three years; who looks into an account may ask about any.
const standings = sql(
  "leave.standings",
  `SELECT user_id, leave_type_id AS type_id, year, sum(days)::float8 AS balance,
     json_agg(json_build_object('reason', reason, 'days', days::float8, 'period', period, 'full_days', full_days::float8)
       ORDER BY id) FILTER (WHERE period IS NOT NULL) AS given
   FROM leave_ledger
   WHERE tenant_id = current_tenant() AND ($3 OR
       year BETWEEN extract(year FROM tenant_today()) - 1 AND extract(year FROM tenant_today()) + 1)
     AND ($1::bigint IS NULL OR leave_type_id = $1) AND ($2::bigint[] IS NULL OR user_id = ANY($2))
   GROUP BY 1, 2, 3`,
);

const settings = sql(
  "leave.accountTypes",
  `SELECT id, negative_allowed, tenant_today()::text AS today FROM leave_type
   WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR id = $1)`,
);

interface StandingRow {
  user_id: number;
  type_id: number;
  year: number;
  balance: number;
  given: YearStanding["given"] | null;
}

export interface AccountsOf {
  typeId?: number;
  /** Without: everyone's, as a schedule looks at them. */
  userIds?: readonly number[];
  /** Of everyone's a part, looked at in the same way. */
  among?: readonly number[];
  /** Where it was read already. */
  calendarOf?: CalendarOf;
}

export interface Account extends LeaveAccount {
  user_id: number;
  type_id: number;
}

/** Who is entitled to what, how their years are, and what is booked: all that a balance follows from. */
export async function accountsOf(tx: Tx, { typeId, userIds, among, calendarOf }: AccountsOf): Promise<Account[]> {
  const whose = userIds ?? among ?? null;
  const only = [typeId ?? null, whose && [...whose]];
  const types = new Map(
    (await tx.rows<{ id: number; negative_allowed: boolean; today: string }>(settings, [typeId ?? null])).map(
      (type) => [type.id, type],
    ),
  );
  const [first] = types.values();
  if (!first) return [];
  const { today } = first;
  const people = await tx.rows<Entitlement & { user_id: number; type_id: number }>(entitled, only);
  const rows = await tx.rows<StandingRow>(standings, [...only, userIds !== undefined]);
  const from = `${today.slice(0, 4)}-01-01`;
  const booked = await bookedDays(tx, from, {
    userIds: whose,
    typeId: typeId ?? null,
    expiringOnly: userIds === undefined,
    calendarOf,
  });
  const entitlements = new Map(people.map(({ user_id, type_id, ...of }) => [accountKey({ user_id, type_id }), of]));
  const years = new Map<string, Map<number, YearStanding>>();
  for (const { year, balance, given, ...row } of rows) {
    const known = years.get(accountKey(row)) ?? new Map<number, YearStanding>();
    years.set(accountKey(row), known.set(year, { balance, given: given ?? [], used_by_expiry: 0 }));
  }
  const ids = new Map(
    [...people, ...rows].map(({ user_id, type_id }) => [accountKey({ user_id, type_id }), { user_id, type_id }]),
  );
  return [...ids].map(([key, id]) => {
    const of = entitlements.get(key) ?? null;
    const own = booked.get(key) ?? [];
    return {
      ...id,
      today,
      of,
      booked: own,
      years: usedBeforeExpiry(years.get(key) ?? new Map(), of, own),
      negativeAllowed: types.get(id.type_id)?.negative_allowed ?? false,
    };
  });
}

/** Carried days are used by the leave that lies before they go, whenever it was asked for. */
function usedBeforeExpiry(years: Map<number, YearStanding>, of: Entitlement | null, booked: readonly BookedDay[]) {
  const until = of?.carried_until ?? null;
  if (until === null) return years;
  for (const { date, days } of booked) {
    const year = Number(date.slice(0, 4));
    if (date > lastCarriedDay(year, until)) continue;
    const known = years.get(year) ?? { balance: 0, given: [], used_by_expiry: 0 };
    years.set(year, { ...known, used_by_expiry: known.used_by_expiry + days });
  }
  return years;
}

/** One account; empty where nothing was ever given. */
export async function accountOf(tx: Tx, userId: number, typeId: number): Promise<LeaveAccount> {
  const [account] = await accountsOf(tx, { userIds: [userId], typeId });
  if (account) return account;
  const row = await tx.one<{ negative_allowed: boolean; today: string }>(settings, [typeId]);
  return {
    today: row?.today ?? "",
    of: null,
    years: new Map(),
    booked: [],
    negativeAllowed: row?.negative_allowed ?? false,
  };
}
