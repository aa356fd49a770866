import { countDays, type LeaveSpan } from "../../shared/leave/leave.days.rules";
import { sql, type Tx } from "../platform/unit-of-work";
import { calendars } from "./leave.calendar";

/** An account of which days carried into a year go at the end of a month of it. */
export interface Carried {
  user_id: number;
  type_id: number;
  year: number;
  /** The month. */
  until: number;
}

interface Used extends Pick<Carried, "user_id" | "type_id" | "year"> {
  used: number;
}

const leaveBefore = sql(
  "leave.beforeExpiry",
  `SELECT l.user_id, l.leave_type_id AS type_id, l.start_date, l.end_date, l.from_noon, l.to_noon, l.days::float8 AS days,
     t.counting, u.location
   FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id AND t.carried_until IS NOT NULL
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.live AND l.end_date >= $1 AND l.start_date <= $2
     AND l.user_id = ANY($3) AND l.leave_type_id = ANY($4)`,
);

interface LeaveBefore {
  user_id: number;
  type_id: number;
  start_date: string;
  end_date: string;
  from_noon: boolean;
  to_noon: boolean;
  days: number;
  counting: "calendar" | "working";
  location: string | null;
}

/** The last day on which carried days are good. */
export const lastDay = ({ year, until }: Pick<Carried, "year" | "until">) =>
  new Date(Date.UTC(year, until, 0)).toISOString().slice(0, 10);

/**
 * How many days of each account lie before its carried days go: those are used first, and what is taken after them
 * can't have been. Leave that reaches over the day is counted day by day.
 */
export async function usedByExpiry(tx: Tx, accounts: readonly Carried[]): Promise<Used[]> {
  if (accounts.length === 0) return [];
  const years = accounts.map(({ year }) => year);
  const [from, to] = [`${Math.min(...years)}-01-01`, accounts.map(lastDay).toSorted().at(-1) as string];
  const ids = (key: "user_id" | "type_id") => [...new Set(accounts.map((one) => one[key]))];
  const rows = await tx.rows<LeaveBefore>(leaveBefore, [from, to, ids("user_id"), ids("type_id")]);
  if (rows.length === 0) return [];
  const calendarOf = await calendars(tx, from, to);
  const of = new Map<string, LeaveBefore[]>();
  for (const row of rows) {
    const key = `${row.user_id} ${row.type_id}`;
    of.set(key, [...(of.get(key) ?? []), row]);
  }
  return accounts.map(({ user_id, type_id, year, until }) => {
    const [first, last] = [`${year}-01-01`, lastDay({ year, until })];
    const used = (of.get(`${user_id} ${type_id}`) ?? []).reduce((sum, row) => sum + daysWithin(row, first, last), 0);
    return { user_id, type_id, year, used };
  });

  function daysWithin(row: LeaveBefore, first: string, last: string): number {
    if (row.end_date < first || row.start_date > last) return 0;
    if (row.start_date >= first && row.end_date <= last) return row.days;
    const counted = countDays(spanOf(row), row.counting, calendarOf(row.location));
    return counted.reduce((sum, { date, days }) => sum + (date >= first && date <= last ? days : 0), 0);
  }
}

export const spanOf = (row: Pick<LeaveBefore, "start_date" | "end_date" | "from_noon" | "to_noon">): LeaveSpan => ({
  start_date: row.start_date,
  end_date: row.end_date,
  start_half: row.from_noon ? "afternoon" : null,
  end_half: row.to_noon ? "morning" : null,
});
