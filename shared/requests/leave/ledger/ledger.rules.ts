import { groupBy } from "../../../kernel/group-by";
import type { LedgerReason } from "./allowance.rules";

export interface LedgerFacts {
  id: number;
  reason: LedgerReason | (string & {});
  days: number;
  year: number;
  period: string | null;
  request_id: number | null;
  on_day?: string | null;
  span: { start_date: string } | null;
  at: string;
}

export interface LedgerLine<Entry> {
  entry: Entry;
  /** The day by which the line is sorted. */
  date: string;
  days: number;
  balance: number;
  /** State of a request. `released`: its reserved days are available again. `entry`: the line is not a request. */
  state: "entry" | "waiting" | "taken" | "released";
  /** Other entries that changed the cost of the request, e.g. because of a holiday. */
  changes: readonly Entry[];
}

const exact = (days: number) => Math.round(days * 100) / 100;

/** Allowances are dated by the first day of their period, leave by its first day, entries for a day by that day, other entries by their creation date. */
function dateOf({ reason, period, span, at, year, on_day }: LedgerFacts): string {
  if (span) return span.start_date;
  if (on_day) return on_day;
  const month = /^(\d{4}-\d{2})(?!\d)/.exec(period ?? "")?.[1];
  if (reason === "accrual" && month) return `${month}-01`;
  return reason === "allowance" || reason === "carried" ? `${year}-01-01` : at.slice(0, 10);
}

/**
 * Groups a ledger into lines sorted by day, with running balances. A request has one line per year, regardless of how often its days were
 * reserved and released. Released requests stay as lines of zero days.
 */
export function ledgerLines<Entry extends LedgerFacts>(entries: readonly Entry[]): LedgerLine<Entry>[] {
  const groups = groupBy(entries, (entry) =>
    entry.request_id === null ? `entry ${entry.id}` : `request ${entry.request_id} ${entry.year}`,
  );
  const lines = [...groups.values()].map((group) => {
    const entry = group.at(-1) as Entry;
    const days = exact(group.reduce((sum, one) => sum + one.days, 0));
    const isTaken = group.some(({ reason }) => reason === "taken");
    const state =
      entry.request_id === null || entry.reason === "credit"
        ? "entry"
        : days === 0
          ? "released"
          : isTaken
            ? "taken"
            : "waiting";
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
