import { type BookedDay, type LeaveAccount } from "../../../../shared/requests/leave/ledger/balance.rules";
import type { Employment } from "../../../../shared/requests/leave/ledger/allowance.rules";
import type { CreditLot } from "../../../../shared/requests/leave/ledger/credits.rules";
import {
  type Entitlement,
  lastCarriedDay,
  type YearState,
} from "../../../../shared/requests/leave/ledger/grants.rules";
import { earlierEmploymentsJson } from "../../../people/employment/earlier-employments";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { mapInChunks } from "../../../platform/chunked-json";
import { accountKey, readBookedDays } from "./booked-days.read";
import type { CalendarByUser } from "../calendar/work-calendar.read";
import { creditLotJson, joinGrantedCredits } from "../types/leave-credit.entity";
import { readAllowanceSources, type StoredRule } from "./entitlement.read";

const selectPeople = sql(
  "leave.entitled",
  `SELECT id AS user_id, gender, joined_on::text AS joined, left_on::text AS left, ${earlierEmploymentsJson("app_user")} AS earlier, active
   FROM app_user WHERE tenant_id = current_tenant() AND (active OR left_on IS NOT NULL) AND NOT external
     AND ($1::bigint[] IS NULL OR id = ANY($1)) ORDER BY id`,
);

// Used as a subquery, so that it is evaluated once and not per row.
const currentYear = "SELECT extract(year FROM tenant_today())::int";

// Ledger sums per account and year. Schedules need three years, whereas users may view any year. $3 whether to read all years, $4 an
// additional year, read with the year after it.
const selectStandings = sql(
  "leave.standings",
  `SELECT user_id, leave_type_id AS type_id, year, sum(days)::float8 AS balance,
     json_agg(json_build_object('reason', reason, 'days', days::float8, 'period', period, 'full_days', full_days::float8,
         'base_days', base_days::float8)
       ORDER BY id) FILTER (WHERE period IS NOT NULL) AS given,
     json_agg(json_build_object('date', on_day, 'days', -days::float8)) FILTER (WHERE reason IN ('payout', 'forfeited')) AS settled
   FROM leave_ledger
   WHERE tenant_id = current_tenant()
     AND ($3 OR abs(year - (${currentYear})) <= 1 OR year BETWEEN $4::int AND $4 + 1)
     AND ($1::bigint IS NULL OR leave_type_id = $1) AND ($2::bigint[] IS NULL OR user_id = ANY($2))
   GROUP BY 1, 2, 3`,
);

const selectTypeSettings = sql(
  "leave.accountTypes",
  `SELECT id, negative_allowed, tenant_today()::text AS today, active AND can_update_balance AS given, gender, accrual,
     prorated, proration, rounding, max_carried::float8 AS max_carried, carried_until, days_female::float8 AS days_female, days_male::float8 AS days_male
   FROM leave_type WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR id = $1) ORDER BY id`,
);

type Gender = "female" | "male" | null;
interface TypeRow
  extends Pick<Entitlement, "accrual" | "max_carried" | "carried_until" | "prorated" | "proration" | "rounding"> {
  id: number;
  negative_allowed: boolean;
  today: string;
  /** Whether the type still grants days. */
  given: boolean;
  /** Gender the type is limited to; null for all employees. */
  gender: Gender;
  days_female: number;
  days_male: number;
}
interface PersonRow extends Required<Employment> {
  user_id: number;
  gender: Gender;
  active: boolean;
}

/**
 * Entitlement of a user for a type; undefined when the type doesn't apply. Computed in the process, because SQL would return a row for
 * every pair.
 */
function entitlementOf(person: PersonRow, type: TypeRow): Entitlement | undefined {
  if (!type.given || (type.gender !== null && type.gender !== person.gender)) return undefined;
  const { accrual, prorated, proration, rounding, max_carried, carried_until, days_female, days_male } = type;
  const least = Math.min(days_female, days_male);
  const days = person.gender === null ? least : person.gender === "female" ? days_female : days_male;
  const { joined, left, earlier } = person;
  return { accrual, prorated, proration, rounding, max_carried, carried_until, days, joined, left, earlier };
}

interface StandingRow {
  user_id: number;
  type_id: number;
  year: number;
  balance: number;
  given: YearState["given"] | null;
  /** Payouts and forfeitures. */
  settled: BookedDay[] | null;
}

export interface AccountFilter {
  typeId?: number;
  /** Users to read. Schedules omit this to read all users. */
  userIds?: readonly number[];
  /** An additional year besides those around today. All years if omitted. */
  year?: number | "present";
  scheduledUserIds?: readonly number[];
  /** Why the allowances may have changed. */
  cause?: Entitlement["cause"];
  /** Rules of the type to try instead of the stored ones. */
  rules?: readonly StoredRule[];
  calendarOf?: CalendarByUser;
}

interface AccountId {
  user_id: number;
  type_id: number;
}

export interface LeaveAccountRow extends LeaveAccount, AccountId {}

// Hours deducted by HR consume credited hours, as leave does.
const selectCredits = sql(
  "leave.lots",
  `SELECT l.user_id, l.leave_type_id AS type_id,
     json_agg(${creditLotJson}) AS lots,
     COALESCE((SELECT json_agg(json_build_object('date', COALESCE(e.on_day, e.created_at::date), 'days', -e.days::float8)) FROM leave_ledger e
       WHERE e.tenant_id = current_tenant() AND e.user_id = l.user_id AND e.leave_type_id = l.leave_type_id AND e.days < 0
         AND NOT EXISTS (SELECT FROM leave_batch b WHERE b.tenant_id = e.tenant_id AND b.id = e.batch_id AND b.undone_at IS NOT NULL)
         AND e.reason NOT IN ('allowance', 'accrual', 'carried', 'expired', 'credit', 'taken', 'waiting', 'returned', 'holiday')
     ), '[]') AS deducted
   FROM leave_request l ${joinGrantedCredits}
   WHERE l.tenant_id = current_tenant() AND l.kind = 'credit'
     AND ($1::bigint[] IS NULL OR l.user_id = ANY($1)) AND ($2::bigint IS NULL OR l.leave_type_id = $2)
   GROUP BY 1, 2`,
);

type Credits = Required<Pick<Entitlement, "lots" | "uses">>;
interface CreditRow extends AccountId {
  lots: CreditLot[];
  deducted: BookedDay[];
}

async function readCredits(tx: Tx, userIds: readonly number[] | null, typeId: number | null) {
  const rows = await tx.rows<CreditRow>(selectCredits, [userIds && [...userIds], typeId]);
  if (rows.length === 0) return new Map<string, Credits>();
  // Credits may belong to several types, because a replaced type retains its credits.
  const used = await readBookedDays(tx, "2000-01-01", { userIds: rows.map(({ user_id }) => user_id), typeId });
  return new Map(
    rows.map((row): [string, Credits] => {
      const key = accountKey(row);
      return [key, { lots: row.lots, uses: [...row.deducted, ...(used.get(key) ?? [])] }];
    }),
  );
}

/** Batch sizes after which other requests are served, because 200 users with 100 types have 20,000 accounts. */
const peopleBatchSize = 20;
const rowBatchSize = 2_000;

export async function readLeaveAccounts(
  tx: Tx,
  { typeId, userIds, year, scheduledUserIds, cause, rules, calendarOf }: AccountFilter,
): Promise<LeaveAccountRow[]> {
  const accountUserIds = userIds ?? scheduledUserIds ?? null;
  const filterValues = [typeId ?? null, accountUserIds && [...accountUserIds]];
  const types = new Map((await tx.rows<TypeRow>(selectTypeSettings, [typeId ?? null])).map((type) => [type.id, type]));
  const [first] = types.values();
  if (!first) return [];
  const { today } = first;
  const people = await tx.rows<PersonRow>(selectPeople, [accountUserIds && [...accountUserIds]]);
  const sourceOf = await readAllowanceSources(tx, {
    typeId: typeId ?? null,
    userIds: accountUserIds && people.map(({ user_id }) => user_id),
    rules,
  });
  const everyYear = userIds !== undefined && year === undefined;
  const rows = await tx.rows<StandingRow>(selectStandings, [
    ...filterValues,
    everyYear,
    typeof year === "number" ? year : null,
  ]);
  const from = `${today.slice(0, 4)}-01-01`;
  const booked = await readBookedDays(tx, from, {
    userIds: accountUserIds,
    typeId: typeId ?? null,
    expiringOnly: userIds === undefined,
    calendarOf,
  });
  const credits = await readCredits(tx, accountUserIds, typeId ?? null);
  const years = new Map<string, Map<number, YearState>>();
  const ids = new Map<string, AccountId>();
  const settlements = new Map<string, Settled[]>();
  await mapInChunks(rows, rowBatchSize, ({ year, balance, given: grantsOfYear, settled, user_id, type_id }) => {
    const key = accountKey({ user_id, type_id });
    const yearStates = years.get(key) ?? new Map<number, YearState>();
    years.set(key, yearStates.set(year, { balance, given: grantsOfYear ?? [], used_by_expiry: 0 }));
    if (settled) settlements.set(key, [...(settlements.get(key) ?? []), ...settled.map((one) => ({ ...one, year }))]);
    if (!ids.has(key)) ids.set(key, { user_id, type_id });
  });
  const entitlements = new Map<string, Entitlement>();
  await mapInChunks(people, peopleBatchSize, (person) => {
    for (const type of types.values()) {
      const of = entitlementOf(person, type);
      const id = { user_id: person.user_id, type_id: type.id };
      const key = accountKey(id);
      // For users who have left, existing grants are corrected but nothing new is granted.
      if (!of || !(person.active || wasGranted(years.get(key)))) continue;
      const source = sourceOf(id);
      entitlements.set(key, { ...of, ...(source && { source }), ...(cause && { cause }), ...credits.get(key) });
      ids.set(key, id);
    }
  });
  return mapInChunks([...ids], rowBatchSize, ([key, id]) => {
    const entitlement = entitlements.get(key) ?? null;
    const bookedDays = booked.get(key) ?? [];
    return {
      ...id,
      today,
      of: entitlement,
      booked: bookedDays,
      years: usedBeforeExpiry(years.get(key) ?? new Map(), entitlement, bookedDays, settlements.get(key) ?? []),
      negativeAllowed: types.get(id.type_id)?.negative_allowed ?? false,
    };
  });
}

const wasGranted = (years: ReadonlyMap<number, YearState> | undefined) =>
  [...(years?.values() ?? [])].some(({ given }) => given.length > 0);

/** A payout or forfeiture of days of a year. */
interface Settled extends BookedDay {
  year: number;
}

/** Carried-over days are used by leave before they expire, whenever it was requested, and by payouts and forfeitures. */
function usedBeforeExpiry(
  years: Map<number, YearState>,
  of: Entitlement | null,
  booked: readonly BookedDay[],
  settled: readonly Settled[],
) {
  const until = of?.carried_until ?? null;
  if (until === null) return years;
  const used = booked.map(({ date, days }) => ({ date, days, year: Number(date.slice(0, 4)) }));
  for (const { date, days, year } of [...used, ...settled]) {
    if (date > lastCarriedDay(year, until)) continue;
    const yearState = years.get(year) ?? { balance: 0, given: [], used_by_expiry: 0 };
    years.set(year, { ...yearState, used_by_expiry: yearState.used_by_expiry + days });
  }
  return years;
}

export async function readLeaveAccount(tx: Tx, userId: number, typeId: number): Promise<LeaveAccount> {
  const [account] = await readLeaveAccounts(tx, { userIds: [userId], typeId });
  if (account) return account;
  const row = await tx.one<{ negative_allowed: boolean; today: string }>(selectTypeSettings, [typeId]);
  return {
    today: row?.today ?? "",
    of: null,
    years: new Map(),
    booked: [],
    negativeAllowed: row?.negative_allowed ?? false,
  };
}
