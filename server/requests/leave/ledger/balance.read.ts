import type { InferType } from "yup";
import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { tenantStream } from "../../../../shared/kernel/events";
import { periodOfMonth } from "../../../../shared/people/payroll/payroll.rules";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { LeaveAccount } from "../../../../shared/requests/leave/ledger/balance.rules";
import { dayOfYear, yearBalance } from "../../../../shared/requests/leave/ledger/batch.rules";
import { unitOf } from "../../../../shared/requests/leave/types/counting.rules";
import { employedWithin, shareOfYear } from "../../../../shared/requests/leave/ledger/allowance.rules";
import { grantsUntil, plannedAllowance } from "../../../../shared/requests/leave/ledger/grants.rules";
import type { LeaveBalance, leaveLedger } from "../../../../shared/requests/leave/ledger/balance.contract";
import type { adjustmentSchema, settlementSchema } from "../../../../shared/requests/leave/ledger/ledger.schema";
import type { Actor } from "../../../platform/session";
import { logSecurity } from "../../../platform/security-log";
import { personOrNull } from "../../../platform/database/person-json";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { mapInChunks } from "../../../platform/chunked-json";
import { readLeaveAccount, readLeaveAccounts } from "./accounts.read";
import { inNameOrder } from "../../../../shared/kernel/translations";
import { accountKey } from "./booked-days.read";
import { grantAllowances } from "./allowance.service";
import { addToLedger, type LedgerKey, lockBalances } from "./balance.service";
import { LeaveTypeEntity } from "../types/leave.entity";
import { authorizeBalance } from "../types/leave.policy";
import { dayPartJson, findPerson, type LeavePerson } from "../types/leave.sql";

const selectSumsByReason = sql(
  "leave.balanceSums",
  `SELECT user_id, leave_type_id AS type_id, json_object_agg(reason, days) AS days
   FROM (SELECT user_id, leave_type_id, reason, sum(days)::float8 AS days FROM leave_ledger
         WHERE tenant_id = current_tenant() AND user_id = ANY($1) AND year = $2 GROUP BY 1, 2, 3) AS l
   GROUP BY 1, 2`,
);

interface SumRow {
  user_id: number;
  type_id: number;
  days: Partial<Record<string, number>>;
}

/** Rounds to hundredths, to remove floating-point errors from sums. */
const exact = (days: number) => Math.round(days * 100) / 100;

interface OnDay {
  date?: string | null;
  year?: number;
}

/** Balances on a day or for a year. @throws Problem 404 when the actor may not see the user's balance; 422 when too far ahead. */
export async function readBalancesOf(tx: Tx, actor: Actor, userId: number, on: OnDay): Promise<LeaveBalance[]> {
  const { today } = await requirePerson(tx, userId);
  await authorizeBalance(tx, actor, userId);
  const [present, year] = [Number(today.slice(0, 4)), Number((on.date ?? today).slice(0, 4))];
  if (year > present + 1 || year < present) throw invalidFieldProblem("date", "field.thisYearOrNext");
  return (await balancesByPerson(tx, [userId], on)).get(userId) ?? [];
}

/** Balances by user and type, including monthly grants, next year's allowance, carry-over and its expiry due by the day. */
export async function balancesByPerson(
  tx: Tx,
  userIds: readonly number[],
  { date, year: requestedYear }: OnDay,
): Promise<Map<number, LeaveBalance[]>> {
  const accounts = await readLeaveAccounts(tx, {
    userIds,
    year: (date ? Number(date.slice(0, 4)) : requestedYear) ?? "present",
  });
  const today = accounts[0]?.today ?? "";
  const year = date ? Number(date.slice(0, 4)) : (requestedYear ?? Number(today.slice(0, 4)));
  const day = date ?? dayOfYear(year, today);
  const rows = await tx.rows<SumRow>(selectSumsByReason, [[...userIds], year]);
  const daysByAccount = new Map(rows.map((row) => [accountKey(row), row.days]));
  const types = inNameOrder(tx.language, await tx.repo(LeaveTypeEntity).find({ order: { id: "ASC" } }));
  const byType = new Map(accounts.map((account) => [accountKey(account), account]));
  // Yields to other requests after each user, because 100 types take some milliseconds.
  return new Map(
    await mapInChunks(userIds, 1, (user_id) => [
      user_id,
      types.flatMap((type) => {
        const key = accountKey({ user_id, type_id: type.id });
        const account = byType.get(key);
        const days = account && daysOn(account, day, daysByAccount.get(key) ?? {});
        return days && Object.keys(days).length > 0
          ? [balanceRow({ ...type, unit: unitOf(type.counting) }, days, year, yearBalance(account, day))]
          : [];
      }),
    ]),
  );
}

/** Ledger sums with the grants due by a future day. */
function daysOn({ today, of, years }: LeaveAccount, day: string, sums: SumRow["days"]): SumRow["days"] {
  const [year, present] = [Number(day.slice(0, 4)), Number(today.slice(0, 4))];
  if (!of || year < present || year > present + 1) return sums;
  const days = { ...sums };
  for (const reason of ["allowance", "accrual", "carried", "expired"]) delete days[reason];
  const standing = grantsUntil(today, day < today ? today : day, of, years).get(year);
  for (const one of standing?.given ?? []) days[one.reason] = exact((days[one.reason] ?? 0) + one.days);
  return days;
}

function balanceRow(
  { id, name, translations, icon, unit }: LeaveBalance["leave_type"],
  days: SumRow["days"],
  year: number,
  balance: number,
): LeaveBalance {
  const of = (...reasons: string[]) => exact(reasons.reduce((sum, reason) => sum + (days[reason] ?? 0), 0));
  return {
    leave_type: { id, name, translations, icon, unit },
    year,
    allowance: of("allowance", "accrual"),
    carried: of("carried"),
    adjusted: of("adjustment", "opening", "credit", "payout"),
    taken: of("taken", "returned", "holiday"),
    waiting: of("waiting"),
    expired: of("expired", "forfeited"),
    ahead: exact(balance - of(...Object.keys(days))),
    balance: exact(balance),
  };
}

/** Limit of ledger entries shown; the latest are returned with the balance before them. */
export const maxLedgerEntries = 1_000;

const selectLedgerEntries = sql(
  "leave.ledgerEntries",
  `SELECT * FROM (SELECT l.id, l.reason, l.days::float8 AS days, l.year, l.period, l.request_id, l.note, l.on_day::text AS on_day, l.note_translations, l.cause,
     l.created_at AS at,
     CASE WHEN l.start_date IS NOT NULL THEN json_build_object('start_date', l.start_date, 'end_date', l.end_date,
       'start_half', CASE WHEN l.from_noon AND l.start_time IS NULL THEN 'afternoon' END, 'end_half', CASE WHEN l.to_noon AND l.start_time IS NULL THEN 'morning' END, 'part', ${dayPartJson("l")}) END AS span,
     (sum(l.days) OVER (PARTITION BY l.year ORDER BY l.id))::float8 AS balance,
     ${personOrNull("u")} AS actor
   FROM leave_ledger l LEFT JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.actor_id
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.leave_type_id = $2 AND ($3::int IS NULL OR l.year = $3)
   ORDER BY l.year DESC, l.id DESC LIMIT ${maxLedgerEntries}) AS latest ORDER BY year, id`,
);

type Ledger = ReplyOf<typeof leaveLedger>;

export async function readLeaveLedger(
  tx: Tx,
  actor: Actor,
  userId: number,
  query: QueryOf<typeof leaveLedger>,
): Promise<Pick<Ledger, "data" | "balances">> {
  const { today } = await requirePerson(tx, userId);
  await authorizeBalance(tx, actor, userId);
  const rows = await tx.rows<Omit<Ledger["data"][number], "at"> & { at: Date }>(selectLedgerEntries, [
    userId,
    query.leave_type_id,
    query.year ?? null,
  ]);
  const account = await readLeaveAccount(tx, userId, query.leave_type_id);
  const years = query.year ? [query.year] : [...new Set(rows.map(({ year }) => year))];
  const balances = years.map((year) => {
    const day = dayOfYear(year, today);
    const balance = yearBalance(account, day);
    const sum = rows.reduce((total, row) => total + (row.year === year ? row.days : 0), 0);
    return { year, day, balance, ahead: exact(balance - sum), allowance: allowanceReason(account, year) };
  });
  return { data: rows.map((row) => ({ ...row, at: row.at.toISOString() })), balances };
}

/** Null for past years, whose rules are not kept, and when the type doesn't apply. */
function allowanceReason({ today, of, years }: LeaveAccount, year: number): Ledger["balances"][number]["allowance"] {
  const present = Number(today.slice(0, 4));
  if (!of || year < present || year > present + 1) return null;
  const standing = years.get(year) ?? { given: [] };
  const { accrual, segments, days } = plannedAllowance(year, of, standing);
  const { prorated, proration, rounding } = of;
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const employed = employedWithin(first, last, of);
  return {
    accrual,
    prorated,
    proration,
    rounding,
    joined: employed && employed.first > first ? employed.first : null,
    left: employed && employed.last < last ? employed.last : null,
    ...shareOfYear(year, of),
    segments,
    exact: plannedAllowance(year, { ...of, rounding: "exact" }, standing).days,
    days,
  };
}

/**
 * Adds or removes days with a note. The ledger entry locks the balance, so no leave is requested concurrently.
 * @throws Problem 404; 422 for an unknown type, and when the balance would become negative although the type doesn't allow it.
 */
export async function adjustLeaveBalance(
  tx: Tx,
  userId: number,
  input: InferType<typeof adjustmentSchema>,
): Promise<void> {
  const { today } = await requirePerson(tx, userId);
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: input.leave_type_id });
  if (!type?.canUpdateBalance) throw invalidFieldProblem("leave_type_id", "field.unknown");
  const of = { userId, leaveTypeId: input.leave_type_id };
  await addToLedger(tx, of, "adjustment", [{ year: input.year, days: input.days }], { note: input.note });
  await grantAllowances(tx, { userId, typeId: input.leave_type_id }); // an adjustment of last year changes the carry-over
  if (input.days < 0) await refuseBelow(tx, type, of, dayOfYear(input.year, today), -input.days);
  tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year: input.year });
  logSecurity(tx, { kind: "leave_balance_changed", subjectId: userId });
}

/** @throws Problem 422 with the number of available days when the balance falls below what the type allows. */
async function refuseBelow(
  tx: Tx,
  type: LeaveTypeEntity,
  of: LedgerKey,
  day: string,
  daysTaken: number,
): Promise<void> {
  const account = await readLeaveAccount(tx, of.userId, of.leaveTypeId);
  const left = yearBalance(account, day);
  if (account.negativeAllowed || left >= 0) return;
  const values = { days: Math.max(0, exact(left + daysTaken)) };
  const hours = type.counting === "hours";
  const message = hours ? "leave.adjustTooMuchHours" : "leave.adjustTooMuch";
  throw new Problem("request.invalid", { errors: { days: [message] }, values });
}

/** The payroll of a month contains only users who were employed in it. */
function isInPayroll(person: LeavePerson, day: string): boolean {
  const { from, to } = periodOfMonth(day.slice(0, "2026-01".length));
  return employedWithin(from, to, person) !== null;
}

const settledBefore = sql(
  "leave.settledBefore",
  `SELECT COALESCE(-sum(days), 0)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND year = $3 AND reason = $4`,
);

/**
 * Pays out remaining days or lets them lapse; negative days take it back.
 * @throws Problem 404; 422 for an unknown type, when fewer days are left, also if the type allows a negative balance, and when fewer have been
 * paid out or have lapsed than are returned; 422 for a payout in a month without employment.
 */
export async function settleLeaveBalance(
  tx: Tx,
  userId: number,
  { leave_type_id: leaveTypeId, year, kind, days, day, note }: InferType<typeof settlementSchema>,
): Promise<void> {
  const person = await requirePerson(tx, userId);
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: leaveTypeId });
  if (!type?.canUpdateBalance) throw invalidFieldProblem("leave_type_id", "field.unknown");
  if (kind === "payout" && !isInPayroll(person, day as string))
    throw invalidFieldProblem("day", "leave.payoutNotEmployed");
  const of = { userId, leaveTypeId };
  await lockBalances(tx, of, [year]);
  const account = await readLeaveAccount(tx, userId, leaveTypeId);
  const left = yearBalance(account, dayOfYear(year, person.today));
  const settled = (await tx.one<{ days: number }>(settledBefore, [userId, leaveTypeId, year, kind]))?.days ?? 0;
  const possible = Math.max(0, days > 0 ? left : settled);
  if (Math.abs(days) > possible) {
    const message = days > 0 ? "leave.settleTooMuch" : "leave.settledLess";
    const values = { days: possible, unit: unitOf(type.counting) };
    throw new Problem("request.invalid", { errors: { days: [message] }, values });
  }
  await addToLedger(tx, of, kind, [{ year, days: -days }], { note, day });
  await grantAllowances(tx, { userId, typeId: leaveTypeId }); // the carry-over and its expiry may change
  tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  logSecurity(tx, { kind: "leave_balance_changed", subjectId: userId });
}

export async function requirePerson(tx: Tx, userId: number): Promise<LeavePerson> {
  const person = await tx.one<LeavePerson>(findPerson, [userId]);
  if (!person) throw new Problem("notFound");
  return person;
}
