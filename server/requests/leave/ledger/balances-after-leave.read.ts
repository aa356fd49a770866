import {
  balanceOn,
  bookedLeaveCostOf,
  type LeaveAccount,
  leaveCostOf,
} from "../../../../shared/requests/leave/ledger/balance.rules";
import { countDays } from "../../../../shared/requests/leave/calendar/days.rules";
import type { DayCounting } from "../../../../shared/requests/leave/types/counting.rules";
import type { Tx } from "../../../platform/database/unit-of-work";
import { mapInChunks } from "../../../platform/chunked-json";
import { readLeaveAccounts } from "./accounts.read";
import { accountWithoutLeave } from "./balance.service";
import { accountKey, leaveSpanOf, type SpanRow } from "./booked-days.read";
import { loadAllCalendars } from "../calendar/work-calendar.read";
import type { LeaveKind } from "../types/leave.entity";
import { selectLeaveForBalance } from "../types/leave.sql";

interface ListedLeave extends SpanRow {
  id: number;
  user_id: number;
  type_id: number;
  live: boolean;
  kind: LeaveKind;
  /** For a change that waits for a decision: the leave that it changes. */
  reserved_for: number | null;
  status: string;
  counting: DayCounting;
  location: string | null;
}

export interface RemainingLeave {
  /** Balance after the leave, whether booked or hypothetical; null for leave that will never be taken. */
  after: number | null;
  /** Current balance of the leave type: including this leave if booked, excluding it if cancelled. */
  now: number;
}

/** Returns, for each pending request to change a leave, the account without that leave. */
async function accountsOfChanges(
  tx: Tx,
  rows: readonly ListedLeave[],
  byKey: ReadonlyMap<string, LeaveAccount>,
): Promise<Map<number, LeaveAccount>> {
  const accounts = new Map<number, LeaveAccount>();
  for (const row of rows) {
    const account = byKey.get(accountKey(row));
    if (row.kind !== "change" || row.reserved_for === null || !account) continue;
    accounts.set(row.id, await accountWithoutLeave(tx, account, { leaveId: row.reserved_for, changeId: row.id }));
  }
  return accounts;
}

/** Remaining days in the year in which each leave begins. Leave types without a balance are left out. */
export async function balancesAfterLeave(tx: Tx, ids: readonly number[]): Promise<Map<number, RemainingLeave>> {
  const rows = await tx.rows<ListedLeave>(selectLeaveForBalance, [[...ids]]);
  if (rows.length === 0) return new Map();
  const calendarOf = await loadAllCalendars(tx);
  const accounts = await readLeaveAccounts(tx, {
    userIds: [...new Set(rows.map(({ user_id }) => user_id))],
    calendarOf,
  });
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]));
  // Yields to other requests after each leave, which takes some milliseconds when half days are booked for years ahead.
  const changes = await accountsOfChanges(tx, rows, byKey);
  const left = await mapInChunks(rows, 1, (row): [number, RemainingLeave][] => {
    const account = byKey.get(accountKey(row));
    if (!account) return [];
    if (row.kind === "change") {
      const without = changes.get(row.id);
      const [after] = without
        ? leaveCostOf(without, countDays(leaveSpanOf(row), row.counting, calendarOf(row.location, row.user_id)))
        : [];
      const approved = account.booked.filter(({ request_id }) => request_id === row.reserved_for);
      const [now] = leaveCostOf(without ?? account, without ? approved : []);
      return [[row.id, { after: after?.after ?? null, now: now?.after ?? balanceOn(account, row.start_date) }]];
    }
    const counted = countDays(leaveSpanOf(row), row.counting, calendarOf(row.location, row.user_id));
    const booked = row.live && account.booked.some(({ request_id }) => request_id === row.id);
    const [first] = booked ? bookedLeaveCostOf(account, row.id) : leaveCostOf(account, counted);
    if (!first) return [];
    const cancelled = row.status === "cancelled";
    return [[row.id, { after: cancelled ? null : first.after, now: cancelled ? first.before : first.after }]];
  });
  return new Map(left.flat());
}
