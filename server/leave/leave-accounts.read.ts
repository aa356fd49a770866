import { type BookedDay, type LeaveAccount } from "../../shared/leave/leave.balance.rules";
import { type Entitlement, lastCarriedDay, type YearStanding } from "../../shared/leave/leave.grants.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { inPieces } from "../platform/in-pieces";
import { accountKey, bookedDays } from "./leave-booked.read";
import type { CalendarOf } from "./leave.calendar";

const entitled = sql(
  "leave.entitled",
  `SELECT id AS user_id, gender, joined_on::text AS joined, left_on::text AS left FROM app_user
   WHERE tenant_id = current_tenant() AND active AND NOT external AND ($1::bigint[] IS NULL OR id = ANY($1)) ORDER BY id`,
);

// In brackets: worked out once, not for each row.
const present = "SELECT extract(year FROM tenant_today())::int";

// A schedule needs three years; who looks into an account may ask about any. $3 all years, $4 one more, and the next.
const standings = sql(
  "leave.standings",
  `SELECT user_id, leave_type_id AS type_id, year, sum(days)::float8 AS balance,
     json_agg(json_build_object('reason', reason, 'days', days::float8, 'period', period, 'full_days', full_days::float8)
       ORDER BY id) FILTER (WHERE period IS NOT NULL) AS given
   FROM leave_ledger
   WHERE tenant_id = current_tenant()
     AND ($3 OR abs(year - (${present})) <= 1 OR year BETWEEN $4::int AND $4 + 1)
     AND ($1::bigint IS NULL OR leave_type_id = $1) AND ($2::bigint[] IS NULL OR user_id = ANY($2))
   GROUP BY 1, 2, 3`,
);

const settings = sql(
  "leave.accountTypes",
  `SELECT id, negative_allowed, tenant_today()::text AS today, active AND can_update_balance AS given, gender, accrual,
     max_carried::float8 AS max_carried, carried_until, days_female::float8 AS days_female, days_male::float8 AS days_male
   FROM leave_type WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR id = $1) ORDER BY id`,
);

type Gender = "female" | "male" | null;
interface TypeRow extends Pick<Entitlement, "accrual" | "max_carried" | "carried_until"> {
  id: number;
  negative_allowed: boolean;
  today: string;
  /** Whether anything is given of it any more. */
  given: boolean;
  /** Null: for everybody. */
  gender: Gender;
  days_female: number;
  days_male: number;
}
interface PersonRow extends Pick<Entitlement, "joined" | "left"> {
  user_id: number;
  gender: Gender;
}

/** What a person has of a type; undefined where it isn't for them. There are too many pairs to have them told one by one. */
function entitlementOf(person: PersonRow, type: TypeRow): Entitlement | undefined {
  if (!type.given || (type.gender !== null && type.gender !== person.gender)) return undefined;
  const { accrual, max_carried, carried_until, days_female, days_male } = type;
  const least = Math.min(days_female, days_male);
  const days = person.gender === null ? least : person.gender === "female" ? days_female : days_male;
  return { accrual, max_carried, carried_until, days, joined: person.joined, left: person.left };
}

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
  /** Which year of theirs is asked for, beside those around today: without, all that there were. */
  year?: number | "present";
  /** Of everyone's a part, looked at in the same way. */
  among?: readonly number[];
  /** Where it was read already. */
  calendarOf?: CalendarOf;
}

interface AccountId {
  user_id: number;
  type_id: number;
}

export interface Account extends LeaveAccount, AccountId {}

/** Of two hundred people with a hundred types each there are twenty thousand accounts: others have their turn in between. */
const peopleAtOnce = 20;
const rowsAtOnce = 2_000;

/** Who is entitled to what, how their years are, and what is booked: all that a balance follows from. */
export async function accountsOf(tx: Tx, { typeId, userIds, year, among, calendarOf }: AccountsOf): Promise<Account[]> {
  const whose = userIds ?? among ?? null;
  const only = [typeId ?? null, whose && [...whose]];
  const types = new Map((await tx.rows<TypeRow>(settings, [typeId ?? null])).map((type) => [type.id, type]));
  const [first] = types.values();
  if (!first) return [];
  const { today } = first;
  const people = await tx.rows<PersonRow>(entitled, [whose && [...whose]]);
  const everyYear = userIds !== undefined && year === undefined;
  const rows = await tx.rows<StandingRow>(standings, [...only, everyYear, typeof year === "number" ? year : null]);
  const from = `${today.slice(0, 4)}-01-01`;
  const booked = await bookedDays(tx, from, {
    userIds: whose,
    typeId: typeId ?? null,
    expiringOnly: userIds === undefined,
    calendarOf,
  });
  const ids = new Map<string, AccountId>();
  const entitlements = new Map<string, Entitlement>();
  await inPieces(people, peopleAtOnce, (person) => {
    for (const type of types.values()) {
      const of = entitlementOf(person, type);
      const id = { user_id: person.user_id, type_id: type.id };
      if (of) entitlements.set(accountKey(id), of);
      if (of) ids.set(accountKey(id), id);
    }
  });
  const years = new Map<string, Map<number, YearStanding>>();
  await inPieces(rows, rowsAtOnce, ({ year, balance, given, user_id, type_id }) => {
    const key = accountKey({ user_id, type_id });
    const known = years.get(key) ?? new Map<number, YearStanding>();
    years.set(key, known.set(year, { balance, given: given ?? [], used_by_expiry: 0 }));
    if (!ids.has(key)) ids.set(key, { user_id, type_id });
  });
  return inPieces([...ids], rowsAtOnce, ([key, id]) => {
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
