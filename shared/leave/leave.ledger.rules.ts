import { groupBy } from "../kernel/group-by";
import type { LedgerReason } from "./leave.allowance.rules";

/** What is known of an entry, as the ledger answers it. */
export interface LedgerFacts {
  id: number;
  reason: LedgerReason | (string & {});
  days: number;
  year: number;
  period: string | null;
  request_id: number | null;
  span: { start_date: string } | null;
  at: string;
}

/** One line of a ledger: an entry, or all entries of one request. */
export interface LedgerLine<Entry> {
  /** The entry that says what it is: of a request the last one. */
  entry: Entry;
  /** The day to which it belongs. */
  date: string;
  days: number;
  /** The balance after it, in the order of days. */
  balance: number;
  /** Of a request: where it is by now. `released`: its days were set aside and are free again. */
  state: "entry" | "waiting" | "taken" | "released";
  /** Entries beside the last one that changed what a request costs: a holiday came, or somebody leaves. */
  changes: readonly Entry[];
}

const exact = (days: number) => Math.round(days * 100) / 100;

/** A year's or a month's part belongs to its first day; leave to the day on which it begins; all else to when it was entered. */
function dateOf({ reason, period, span, at, year }: LedgerFacts): string {
  if (span) return span.start_date;
  const month = /^(\d{4}-\d{2})(?!\d)/.exec(period ?? "")?.[1];
  if (reason === "accrual" && month) return `${month}-01`;
  return reason === "allowance" || reason === "carried" ? `${year}-01-01` : at.slice(0, 10);
}

/**
 * A ledger as people read it: by day, with one line per request however often it was set aside, released and taken, and the
 * balance after each line. What was released without a trace of days stays as a line of none.
 */
export function ledgerLines<Entry extends LedgerFacts>(entries: readonly Entry[]): LedgerLine<Entry>[] {
  const groups = groupBy(entries, (entry) =>
    entry.request_id === null ? `entry ${entry.id}` : `request ${entry.request_id} ${entry.year}`,
  );
  const lines = [...groups.values()].map((group) => {
    const entry = group.at(-1) as Entry;
    const days = exact(group.reduce((sum, one) => sum + one.days, 0));
    const taken = group.some(({ reason }) => reason === "taken");
    const state = entry.request_id === null ? "entry" : days === 0 ? "released" : taken ? "taken" : "waiting";
    const changes = group.filter((one) => "cause" in one && one.cause !== null && one !== entry);
    return { entry, date: dateOf(entry), days, state, changes } as const;
  });
  const sorted = lines.sort((a, b) => a.date.localeCompare(b.date) || a.entry.id - b.entry.id);
  let balance = 0;
  return sorted.map((line) => {
    balance = exact(balance + line.days);
    return { ...line, balance };
  });
}
