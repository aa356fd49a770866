import {
  accruedIn,
  carriedForward,
  expiringCarried,
  proratedAllowance,
} from "../../shared/leave/leave.allowance.rules";
import { sql, type Tx } from "../platform/unit-of-work";

const entitled = sql(
  "leave.entitled",
  `SELECT u.id AS user_id, t.id AS type_id, t.accrual, t.max_carried::float8 AS max_carried, t.carried_until,
     CASE u.gender WHEN 'female' THEN t.days_female WHEN 'male' THEN t.days_male
       ELSE LEAST(t.days_female, t.days_male) END::float8 AS days,
     COALESCE(u.joined_on, '1900-01-01')::text AS joined, u.left_on::text AS left,
     extract(year FROM tenant_today())::int AS year, extract(month FROM tenant_today())::int AS month,
     (SELECT b.days::float8 FROM leave_balance b WHERE b.tenant_id = u.tenant_id AND b.user_id = u.id
        AND b.leave_type_id = t.id AND b.year = extract(year FROM tenant_today()) - 1) AS last_year,
     (SELECT json_object_agg(reason, days) FROM (
        SELECT l.reason, sum(l.days)::float8 AS days FROM leave_ledger l
        WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.leave_type_id = t.id
          AND l.year = extract(year FROM tenant_today()) GROUP BY l.reason) AS sums) AS this_year
   FROM app_user u CROSS JOIN leave_type t
   WHERE u.tenant_id = current_tenant() AND t.tenant_id = u.tenant_id AND u.active AND NOT u.external
     AND t.active AND t.can_update_balance AND (t.gender IS NULL OR t.gender = u.gender)
     AND ($1::bigint IS NULL OR t.id = $1) AND ($2::bigint IS NULL OR u.id = $2)
   ORDER BY u.id, t.id`,
);

// Once per period, however often and late a schedule runs: the key is the rule.
const give = sql(
  "leave.give",
  `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, period)
   SELECT current_tenant(), (e->>'user_id')::bigint, (e->>'type_id')::bigint, (e->>'year')::smallint, e->>'reason',
          (e->>'days')::numeric, e->>'period'
   FROM jsonb_array_elements($1::jsonb) AS e WHERE (e->>'days')::numeric <> 0
   ON CONFLICT DO NOTHING RETURNING id`,
);

interface Entitled {
  user_id: number;
  type_id: number;
  accrual: "yearly" | "monthly";
  max_carried: number | null;
  carried_until: number | null;
  days: number;
  joined: string;
  left: string | null;
  year: number;
  month: number;
  last_year: number | null;
  this_year: Record<string, number> | null;
}

interface Given {
  user_id: number;
  type_id: number;
  year: number;
  reason: "allowance" | "accrual" | "carried" | "expired";
  days: number;
  period: string;
}

/**
 * Gives everyone of the tenant what is theirs by today: the year's allowance or its months so far, what is left of last
 * year, and takes what of that has expired. Safe to run twice and after a gap. @returns how many entries were made.
 */
export async function grantAllowances(tx: Tx, only: { typeId?: number; userId?: number } = {}): Promise<number> {
  const people = await tx.rows<Entitled>(entitled, [only.typeId ?? null, only.userId ?? null]);
  const given = people.flatMap(givenTo);
  return given.length === 0 ? 0 : (await tx.rows(give, [JSON.stringify(given)])).length;
}

function givenTo(person: Entitled): Given[] {
  const { user_id, type_id, year, month, accrual } = person;
  const base = { user_id, type_id, year };
  const allowance = proratedAllowance(person.days, year, { joined: person.joined, left: person.left });
  const given: Given[] = [];
  if (accrual === "yearly") given.push({ ...base, reason: "allowance", days: allowance, period: String(year) });
  else {
    for (let at = 1; at <= month; at++) {
      const period = `${year}-${String(at).padStart(2, "0")}`;
      given.push({ ...base, reason: "accrual", days: accruedIn(allowance, at), period });
    }
  }
  const carried = carriedForward(person.last_year ?? 0, person.max_carried);
  if (carried !== 0) given.push({ ...base, reason: "carried", days: carried, period: String(year) });
  const expired = person.carried_until !== null && month > person.carried_until ? expiring(person, carried) : 0;
  if (expired > 0) given.push({ ...base, reason: "expired", days: -expired, period: String(year) });
  return given;
}

/** Carried days are used first; what waits counts as used. */
function expiring({ this_year }: Entitled, carried: number): number {
  const sums = this_year ?? {};
  const used = -((sums.taken ?? 0) + (sums.waiting ?? 0) + (sums.returned ?? 0) + (sums.holiday ?? 0));
  return expiringCarried(Math.max(0, sums.carried ?? carried), used);
}
