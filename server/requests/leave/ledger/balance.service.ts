import {
  type BookedDay,
  type LeaveAccount,
  leaveShortageOf,
  daysStillToGrant,
  accountWithLeave,
} from "../../../../shared/requests/leave/ledger/balance.rules";
import { type CountedDay, daysByYear } from "../../../../shared/requests/leave/calendar/days.rules";
import type { LedgerCause, LedgerReason } from "../../../../shared/requests/leave/ledger/allowance.rules";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import type { Translations } from "../../../../shared/kernel/translations";
import { constraintOf } from "../../../platform/database/constraints";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { LeaveRow } from "../types/leave.sql";
import { readLeaveAccount } from "./accounts.read";
import { grantAllowances } from "./allowance.service";

const insertLedgerEntries = sql(
  "leave.ledger.add",
  `INSERT INTO leave_ledger
     (tenant_id, user_id, leave_type_id, year, reason, days, period, request_id, note, actor_id, cause, counts_on,
      note_translations, on_day)
   SELECT current_tenant(), $1, $2, (entry->>'year')::smallint, $3, (entry->>'days')::numeric, NULL, $4, $5, $6, $8,
     COALESCE((entry->>'counts_on')::numeric, 0), $9, $10::date
   FROM jsonb_array_elements($7::jsonb) AS entry WHERE (entry->>'days')::numeric <> 0`,
);

export interface LedgerEntry {
  year: number;
  days: number;
  /** Days that will be granted by the time they are needed: future months and carry-over. */
  counts_on?: number;
}

type YearDays = Omit<LedgerEntry, "counts_on">;

export interface LedgerKey {
  userId: number;
  leaveTypeId: number;
}

export const ledgerKeyOf = ({ requesterId, leaveTypeId }: LeaveRow): LedgerKey => ({
  userId: requesterId,
  leaveTypeId,
});

interface EntryFacts {
  requestId?: number | null;
  note?: string | null;
  /** Translations of the note if it is the name of a record. */
  noteTranslations?: Translations<string>;
  /** Reason for a change that no user requested. */
  cause?: LedgerCause | null;
  /** Day of a payout or a forfeiture. */
  day?: string | null;
}

/** Adds entries to a user's ledger. A trigger updates the balance, whose row stays locked until the transaction ends. */
export async function addToLedger(
  tx: Tx,
  of: LedgerKey,
  reason: LedgerReason,
  entries: readonly LedgerEntry[],
  { requestId = null, note = null, noteTranslations = {}, cause = null, day = null }: EntryFacts = {},
): Promise<void> {
  // Sorted by year, so that two requests across the end of a year don't deadlock.
  const sorted = [...entries].sort((a, b) => a.year - b.year);
  const values = [
    of.userId,
    of.leaveTypeId,
    reason,
    requestId,
    note,
    tx.actor?.id ?? null,
    JSON.stringify(sorted),
    cause,
    JSON.stringify(noteTranslations),
    day,
  ];
  await tx.rows(insertLedgerEntries, values);
}

const upsertBalances = sql(
  "leave.balance.lock",
  `INSERT INTO leave_balance (tenant_id, user_id, leave_type_id, year)
   SELECT current_tenant(), $1, $2, year FROM unnest($3::smallint[]) AS year ORDER BY year
   ON CONFLICT (tenant_id, user_id, leave_type_id, year) DO UPDATE SET days = leave_balance.days`,
);

/** Locks the balances of these years until the transaction ends, so that values read now stay valid. */
export async function lockBalances(
  tx: Tx,
  { userId, leaveTypeId }: LedgerKey,
  years: readonly number[],
): Promise<void> {
  // Includes the previous and the next year because of the carry-over.
  const all = new Set(years.flatMap((year) => [year - 1, year, year + 1]));
  await tx.rows(upsertBalances, [userId, leaveTypeId, [...all].sort((a, b) => a - b)]);
}

/**
 * Reserves days until the request is decided; each year's days come from that year's allowance. A database constraint also covers
 * concurrent requests.
 * @throws Problem 422 for an insufficient balance.
 */
export async function reserveDays(
  tx: Tx,
  of: LedgerKey,
  requestId: number,
  counted: readonly CountedDay[],
): Promise<void> {
  await lockBalances(tx, of, [...daysByYear(counted).keys()]);
  const account = await readLeaveAccount(tx, of.userId, of.leaveTypeId);
  const shortage = leaveShortageOf(account, counted);
  if (shortage) throw invalidFieldProblem("end_date", shortage);
  const accountAfter = accountWithLeave(account, counted);
  const entries = [...daysByYear(counted)].map(([year, days]) => ({
    year,
    days: -days,
    counts_on: daysStillToGrant(accountAfter, year),
  }));
  await reserve(tx, of, requestId, entries);
}

async function reserve(tx: Tx, of: LedgerKey, requestId: number, entries: readonly LedgerEntry[]): Promise<void> {
  try {
    await addToLedger(tx, of, "waiting", entries, { requestId });
  } catch (error) {
    if (constraintOf(error) !== "leave_balance_not_below_zero") throw error;
    throw invalidFieldProblem("end_date", "leave.notEnough");
  }
}

const costByYear = sql(
  "leave.ledger.cost",
  `SELECT year, -sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 GROUP BY year HAVING sum(days) <> 0`,
);

/** Days booked by the leave, from the account or, for past years that accounts leave out, from the leave's ledger entries. */
function bookedDaysOf(account: LeaveAccount, leaveId: number, costs: readonly YearDays[]): BookedDay[] {
  const booked = account.booked.filter(({ request_id }) => request_id === leaveId);
  const years = new Set(booked.map(({ date }) => Number(date.slice(0, 4))));
  const past = costs.filter(({ year }) => !years.has(year)).map(({ year, days }) => ({ date: `${year}-12-31`, days }));
  return [...booked, ...past];
}

/** Returns the account as if neither the leave nor the days reserved for its change were booked. */
export async function accountWithoutLeave(
  tx: Tx,
  account: LeaveAccount,
  { leaveId, changeId }: { leaveId: number; changeId?: number },
): Promise<LeaveAccount> {
  const costs = await tx.rows<YearDays>(costByYear, [leaveId]);
  const back = bookedDaysOf(account, leaveId, costs).map(({ date, days }) => ({ date, days: -days }));
  const without = accountWithLeave(account, back);
  if (changeId === undefined) return without;
  const years = new Map(without.years);
  for (const { year, days } of await tx.rows<YearDays>(costByYear, [changeId])) {
    const yearState = years.get(year);
    if (yearState) years.set(year, { ...yearState, balance: Math.round((yearState.balance + days) * 100) / 100 });
  }
  return { ...without, years };
}

/**
 * Reserves the days by which the new dates of a leave exceed the approved ones, per year. Days that become free are returned when the
 * change is approved, so they can't be spent before.
 * @throws Problem 422 for an insufficient balance.
 */
export async function reserveChange(
  tx: Tx,
  of: LedgerKey,
  { changeId, leaveId, counted }: { changeId: number; leaveId: number; counted: readonly CountedDay[] },
): Promise<void> {
  const costs = await tx.rows<YearDays>(costByYear, [leaveId]);
  const old = new Map(costs.map(({ year, days }) => [year, days]));
  await lockBalances(tx, of, [...old.keys(), ...daysByYear(counted).keys()]);
  const account = await accountWithoutLeave(tx, await readLeaveAccount(tx, of.userId, of.leaveTypeId), { leaveId });
  const shortage = leaveShortageOf(account, counted);
  if (shortage) throw invalidFieldProblem("end_date", shortage);
  const accountAfter = accountWithLeave(account, counted);
  const entries = [...daysByYear(counted)].flatMap(([year, days]) => {
    const additionalDays = days - (old.get(year) ?? 0);
    return additionalDays > 0 ? [{ year, days: -additionalDays, counts_on: daysStillToGrant(accountAfter, year) }] : [];
  });
  await reserve(tx, of, changeId, entries);
}

/**
 * Adds the difference between the previous and the current cost of an approved leave to the ledger, per year.
 * @returns the changed years.
 */
export async function changeTakenDays(
  tx: Tx,
  of: LedgerKey,
  requestId: number,
  counted: readonly CountedDay[],
  cause: LedgerCause,
): Promise<number[]> {
  const before = new Map(
    (await tx.rows<YearDays>(costByYear, [requestId])).map(({ year, days }) => [year, days] as const),
  );
  const now = daysByYear(counted);
  const years = [...new Set([...before.keys(), ...now.keys()])];
  const entries = years.map((year) => ({ year, days: (before.get(year) ?? 0) - (now.get(year) ?? 0) }));
  const [deductions, refunds] = [entries.filter(({ days }) => days < 0), entries.filter(({ days }) => days > 0)];
  await addToLedger(tx, of, "taken", deductions, { requestId, cause });
  await addToLedger(tx, of, "returned", refunds, { requestId, cause });
  await regrantAllowances(tx, of);
  return [...deductions, ...refunds].map(({ year }) => year);
}

const reservedDays = sql(
  "leave.ledger.setAside",
  `SELECT year, sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 AND reason = $2 GROUP BY year HAVING sum(days) <> 0`,
);

const negatedEntries = (entries: readonly LedgerEntry[]) => entries.map(({ year, days }) => ({ year, days: -days }));

export async function releaseDays(
  tx: Tx,
  of: LedgerKey,
  requestId: number,
  cause: LedgerCause | null = null,
): Promise<void> {
  const waiting = await tx.rows<YearDays>(reservedDays, [requestId, "waiting"]);
  await addToLedger(tx, of, "waiting", negatedEntries(waiting), { requestId, cause });
  await regrantAllowances(tx, of);
}

const regrantAllowances = (tx: Tx, { userId, leaveTypeId }: LedgerKey) =>
  grantAllowances(tx, { userId, typeId: leaveTypeId });

export async function convertReservedDays(tx: Tx, of: LedgerKey, requestId: number): Promise<void> {
  const waiting = await tx.rows<YearDays>(reservedDays, [requestId, "waiting"]);
  await addToLedger(tx, of, "waiting", negatedEntries(waiting), { requestId });
  await addToLedger(tx, of, "taken", waiting, { requestId });
}

const selectNetDays = sql(
  "leave.ledger.granted",
  `SELECT year, sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 AND reason IN ('taken', 'returned', 'holiday')
   GROUP BY year HAVING sum(days) <> 0`,
);

/** Converts taken days back to reserved days, except days already returned because of a holiday. */
export async function revertTakenDays(tx: Tx, of: LedgerKey, requestId: number): Promise<void> {
  const takenDays = await tx.rows<YearDays>(selectNetDays, [requestId]);
  if (takenDays.length === 0) return;
  await lockBalances(
    tx,
    of,
    takenDays.map(({ year }) => year),
  );
  const account = await readLeaveAccount(tx, of.userId, of.leaveTypeId);
  await addToLedger(tx, of, "taken", negatedEntries(takenDays), { requestId });
  // The balance stays the same, so the reservation must not be refused, even if the balance is negative by now.
  const reserved = takenDays.map(({ year, days }) => ({
    year,
    days,
    counts_on: Math.max(daysStillToGrant(account, year), -(account.years.get(year)?.balance ?? 0)),
  }));
  await addToLedger(tx, of, "waiting", reserved, { requestId });
}

export async function returnDays(
  tx: Tx,
  of: LedgerKey,
  requestId: number,
  cause: LedgerCause | null = null,
): Promise<void> {
  await addToLedger(tx, of, "returned", negatedEntries(await tx.rows<YearDays>(selectNetDays, [requestId])), {
    requestId,
    cause,
  });
  await regrantAllowances(tx, of);
}
