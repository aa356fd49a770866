import { tenantStream, userStream } from "../../shared/kernel/events";
import { type Language, languageCodes } from "../../shared/kernel/languages";
import { type Named, nameIn } from "../../shared/kernel/translations";
import type { LedgerCause } from "../../shared/leave/leave.allowance.rules";
import type { LeaveTypeRef } from "../../shared/leave/leave.contract";
import { type CountedDay, countDays, daysByYear, daysIn } from "../../shared/leave/leave.days.rules";
import { type LeaveStatus, undecidedLeave } from "../../shared/leave/leave.workflow";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { addToLedger } from "./leave-balance.service";
import { spanOf } from "./leave-booked.read";
import { calendars } from "./leave.calendar";
import { LeaveRequestEntity } from "./leave.entity";
import { typeRef } from "./leave.sql";

/** Leave that takes its place in the calendar and isn't over. */
export interface LiveLeave {
  id: number;
  user_id: number;
  type: LeaveTypeRef;
  counting: "calendar" | "working";
  can_update_balance: boolean;
  location: string | null;
  status: string;
  start_date: string;
  end_date: string;
  from_noon: boolean;
  to_noon: boolean;
  days: number;
}

// Locked in one order, so that two holidays at once don't wait for each other. $1: the days that matter; null: all.
const affected = sql(
  "leave.affected",
  `SELECT l.id, l.user_id, ${typeRef("t")} AS type, t.counting, t.can_update_balance,
     u.location, r.status, l.start_date, l.end_date, l.from_noon, l.to_noon, l.days::float8 AS days
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.live AND t.counting = 'working' AND l.end_date >= tenant_today()
     AND ($1::date[] IS NULL OR EXISTS (
       SELECT FROM unnest($1::date[]) AS day WHERE day BETWEEN l.start_date AND l.end_date AND day >= tenant_today()))
   ORDER BY l.user_id, l.id FOR UPDATE OF r, l`,
);

interface Change {
  /** Days that became or ceased to be holidays; null: the working week is another one. */
  dates: readonly string[] | null;
  /** What the holiday is called, where it is one. */
  holiday: Named | null;
}

/** Several holidays in one leave are told in one line, in each language that has a name for one of them. */
function together(holidays: readonly Named[]): Named | null {
  if (holidays.length === 0) return null;
  const said = languageCodes.filter((code) => holidays.some(({ translations }) => translations[code]));
  const inLanguage = (code: Language) => holidays.map((one) => nameIn(code, one)).join(", ");
  return {
    name: holidays.map(({ name }) => name).join(", "),
    translations: Object.fromEntries(said.map((code) => [code, inLanguage(code)])),
  };
}

/**
 * Counts leave anew that isn't over, after a holiday came or went or the week changed: its owner is told, and the ledger
 * says why. It may overdraw a balance: nobody asked for it. @returns how many cost something else now.
 */
export async function recountLeave(tx: Tx, { dates, holiday }: Change): Promise<number> {
  const rows = await tx.rows<LiveLeave>(affected, [dates]);
  if (rows.length === 0) return 0;
  const from = rows.map(({ start_date }) => start_date).toSorted()[0] as string;
  const to = rows
    .map(({ end_date }) => end_date)
    .toSorted()
    .at(-1) as string;
  const calendarOf = await calendars(tx, from, to);
  const years = new Set<number>();
  let changed = 0;
  for (const leave of rows) {
    const counted = countDays(spanOf(leave), leave.counting, calendarOf(leave.location));
    const after = daysIn(counted);
    if (after === leave.days) continue;
    const cause = dates === null ? "calendar_changed" : after < leave.days ? "holiday_added" : "holiday_removed";
    const within = calendarOf(leave.location).holidays.filter(
      ({ date }) => date >= leave.start_date && date <= leave.end_date && dates?.includes(date),
    );
    for (const year of await costAnew(tx, leave, counted, cause, holiday ?? together(within))) years.add(year);
    changed += 1;
  }
  tellBalances(tx, years);
  return changed;
}

const costs = sql(
  "leave.costs",
  `SELECT year, -sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 GROUP BY year`,
);

/** Once for all leave that a change is about: it says not whose, and every screen with balances reads them again. */
export function tellBalances(tx: Tx, years: Iterable<number>): void {
  for (const year of years) tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
}

/**
 * Writes down what a leave costs now, with the difference in the ledger, year by year.
 * @returns the years whose balances are others now: whoever calls it tells of them, by `tellBalances`.
 */
export async function costAnew(
  tx: Tx,
  leave: LiveLeave,
  counted: readonly CountedDay[],
  cause: LedgerCause & ("holiday_added" | "holiday_removed" | "calendar_changed" | "leaving"),
  holiday: Named | null,
): Promise<number[]> {
  const after = daysIn(counted);
  await tx.repo(LeaveRequestEntity).update({ id: leave.id }, { days: after });
  let changed: number[] = [];
  if (leave.can_update_balance) {
    const before = new Map(
      (await tx.rows<{ year: number; days: number }>(costs, [leave.id])).map((one) => [one.year, one.days]),
    );
    const now = daysByYear(counted);
    const years = [...new Set([...before.keys(), ...now.keys()])];
    const entries = years.map((year) => ({ year, days: (before.get(year) ?? 0) - (now.get(year) ?? 0) }));
    const waits = undecidedLeave.includes(leave.status as LeaveStatus);
    const reason = waits ? "waiting" : cause === "leaving" ? "returned" : "holiday";
    const of = { userId: leave.user_id, leaveTypeId: leave.type.id };
    const note = holiday && { note: holiday.name, noteTranslations: holiday.translations };
    await addToLedger(tx, of, reason, entries, { requestId: leave.id, ...note, cause });
    changed = entries.flatMap(({ year, days: more }) => (more === 0 ? [] : [year]));
  }
  const { id, type: leave_type, start_date, end_date } = leave;
  const told = {
    id,
    leave_type,
    start_date,
    end_date,
    before: leave.days,
    after,
    cause,
    holiday: holiday?.name ?? null,
  };
  tx.emit("leave.recounted", userStream(leave.user_id), told);
  return changed;
}
