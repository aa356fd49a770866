import { shortageOf, toBeGiven, withLeave } from "../../shared/leave/leave.balance.rules";
import { type CountedDay, daysByYear } from "../../shared/leave/leave.days.rules";
import type { LedgerCause, LedgerReason } from "../../shared/leave/leave.allowance.rules";
import { invalid } from "../../shared/kernel/problems";
import type { Translations } from "../../shared/kernel/translations";
import { constraintOf } from "../platform/database/constraints";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { accountOf } from "./leave-accounts.read";
import { grantAllowances } from "./leave-allowance.service";

const add = sql(
  "leave.ledger.add",
  `INSERT INTO leave_ledger
     (tenant_id, user_id, leave_type_id, year, reason, days, period, request_id, note, actor_id, cause, counts_on,
      note_translations)
   SELECT current_tenant(), $1, $2, (entry->>'year')::smallint, $3, (entry->>'days')::numeric, NULL, $4, $5, $6, $8,
     COALESCE((entry->>'counts_on')::numeric, 0), $9
   FROM jsonb_array_elements($7::jsonb) AS entry WHERE (entry->>'days')::numeric <> 0`,
);

export interface LedgerEntry {
  year: number;
  days: number;
  /** What isn't given yet and will be by the time it is needed: months to come, days carried over. */
  counts_on?: number;
}

export interface LedgerOf {
  userId: number;
  leaveTypeId: number;
}

interface EntryFacts {
  requestId?: number | null;
  note?: string | null;
  /** Where the note is a name: in other languages. */
  noteTranslations?: Translations<string>;
  /** Why it changed without anybody asking for it. */
  cause?: LedgerCause | null;
}

/** Adds to a person's ledger. The balance follows by itself, and its row stays locked until the transaction ends. */
export async function addToLedger(
  tx: Tx,
  of: LedgerOf,
  reason: LedgerReason,
  entries: readonly LedgerEntry[],
  { requestId = null, note = null, noteTranslations = {}, cause = null }: EntryFacts = {},
): Promise<void> {
  // One order of years for everyone, or two requests over a year's end wait for each other.
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
  ];
  await tx.rows(add, values);
}

const lock = sql(
  "leave.balance.lock",
  `INSERT INTO leave_balance (tenant_id, user_id, leave_type_id, year)
   SELECT current_tenant(), $1, $2, year FROM unnest($3::smallint[]) AS year ORDER BY year
   ON CONFLICT (tenant_id, user_id, leave_type_id, year) DO UPDATE SET days = leave_balance.days`,
);

/** Nobody adds to these years until the transaction ends: what is read now stays true. */
async function lockBalances(tx: Tx, { userId, leaveTypeId }: LedgerOf, days: readonly CountedDay[]): Promise<void> {
  const years = [...daysByYear(days).keys()];
  // What is left of a year is carried into the next one.
  const all = new Set(years.flatMap((year) => [year - 1, year, year + 1]));
  await tx.rows(lock, [userId, leaveTypeId, [...all].sort((a, b) => a - b)]);
}

/**
 * Sets days aside until the request is decided, each year's from its own allowance.
 * @throws Problem 422 when there aren't enough by then: held by the database too, whoever asks at the same moment.
 */
export async function reserveDays(
  tx: Tx,
  of: LedgerOf,
  requestId: number,
  counted: readonly CountedDay[],
): Promise<void> {
  await lockBalances(tx, of, counted);
  const account = await accountOf(tx, of.userId, of.leaveTypeId);
  const shortage = shortageOf(account, counted);
  if (shortage) throw invalid("end_date", shortage);
  const taken = withLeave(account, counted);
  const entries = [...daysByYear(counted)].map(([year, days]) => ({
    year,
    days: -days,
    counts_on: toBeGiven(taken, year),
  }));
  try {
    await addToLedger(tx, of, "waiting", entries, { requestId });
  } catch (error) {
    if (constraintOf(error) !== "leave_balance_not_below_zero") throw error;
    throw invalid("end_date", "leave.notEnough");
  }
}

const setAside = sql(
  "leave.ledger.setAside",
  `SELECT year, sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 AND reason = $2 GROUP BY year HAVING sum(days) <> 0`,
);

const back = (entries: readonly LedgerEntry[]) => entries.map(({ year, days }) => ({ year, days: -days }));

/** What was set aside is free again: refused, sent back or taken back before it was decided. */
export async function releaseDays(
  tx: Tx,
  of: LedgerOf,
  requestId: number,
  cause: LedgerCause | null = null,
): Promise<void> {
  const waiting = await tx.rows<LedgerEntry>(setAside, [requestId, "waiting"]);
  await addToLedger(tx, of, "waiting", back(waiting), { requestId, cause });
  await reckonAnew(tx, of);
}

/** What was carried over, or has expired, may be another now. */
const reckonAnew = (tx: Tx, { userId, leaveTypeId }: LedgerOf) => grantAllowances(tx, { userId, typeId: leaveTypeId });

/** What was set aside is taken. */
export async function takeDays(tx: Tx, of: LedgerOf, requestId: number): Promise<void> {
  const waiting = await tx.rows<LedgerEntry>(setAside, [requestId, "waiting"]);
  await addToLedger(tx, of, "waiting", back(waiting), { requestId });
  await addToLedger(tx, of, "taken", waiting, { requestId });
}

const granted = sql(
  "leave.ledger.granted",
  `SELECT year, sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 AND reason IN ('taken', 'returned', 'holiday')
   GROUP BY year HAVING sum(days) <> 0`,
);

/** What was taken, and a holiday hasn't given back since, is only set aside again. */
export async function untakeDays(tx: Tx, of: LedgerOf, requestId: number): Promise<void> {
  const taken = await tx.rows<LedgerEntry>(granted, [requestId]);
  await addToLedger(tx, of, "taken", back(taken), { requestId });
  await addToLedger(tx, of, "waiting", taken, { requestId });
}

/** What was taken comes back: leave that is cancelled after it was granted. */
export async function returnDays(
  tx: Tx,
  of: LedgerOf,
  requestId: number,
  cause: LedgerCause | null = null,
): Promise<void> {
  await addToLedger(tx, of, "returned", back(await tx.rows<LedgerEntry>(granted, [requestId])), { requestId, cause });
  await reckonAnew(tx, of);
}
