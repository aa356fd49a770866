import { dueBy, type Entitlement, type YearStanding } from "../../shared/leave/leave.grants.rules";
import type { DemoLog } from "./demo.rows";

/** One person's days of one type. */
export interface DemoAccount {
  tenant_id: number;
  user_id: number;
  leave_type_id: number;
}

type Row = Record<string, unknown>;

/**
 * What the schedules would have given by a day, by the same rules as theirs: allowances, what is carried over, what of
 * it has expired. Called in the order of days, so that a ledger reads as it came about.
 */
export function giveBy(log: DemoLog, account: DemoAccount, of: Entitlement, day: string): void {
  for (const grant of dueBy(day, of, standings(log, account, of))) {
    const expires = `${grant.year}-${String((of.carried_until ?? 0) + 1).padStart(2, "0")}-01`;
    const at = grant.reason === "expired" ? expires : [`${grant.year}-01-01`, day].toSorted()[0];
    log.add("leave_ledger", {
      id: log.id("leave_ledger"),
      ...account,
      ...grant,
      created_at: `${at}T04:00:00.000Z`,
    });
  }
}

function standings(log: DemoLog, account: DemoAccount, of: Entitlement): Map<number, YearStanding> {
  const own = (row: Row) =>
    row.tenant_id === account.tenant_id &&
    row.user_id === account.user_id &&
    row.leave_type_id === account.leave_type_id;
  const years = new Map<number, YearStanding>();
  for (const row of (log.rows.leave_ledger ?? []).filter(own)) {
    const year = row.year as number;
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(year) ?? {};
    const entry = row as unknown as YearStanding["given"][number];
    const days = row.days as number;
    years.set(year, { balance: balance + days, given: row.period ? [...given, entry] : given, used_by_expiry });
  }
  for (const [year, standing] of years) standing.used_by_expiry = usedInTime(log, own, of, year);
  return years;
}

function usedInTime(log: DemoLog, own: (row: Row) => boolean, { carried_until }: Entitlement, year: number): number {
  if (carried_until === null) return 0;
  const [first, last] = [`${year}-01-01`, `${year}-${String(carried_until).padStart(2, "0")}-31`];
  const before = (log.rows.leave_request ?? []).filter(
    (row) => own(row) && row.live && (row.start_date as string) >= first && (row.end_date as string) <= last,
  );
  return before.reduce((sum, row) => sum + (row.days as number), 0);
}
