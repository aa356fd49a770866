import { tenantStream, userStream } from "../../shared/kernel/events";
import { type Language, languageCodes } from "../../shared/kernel/languages";
import { type Named, nameIn } from "../../shared/kernel/translations";
import type { LedgerCause } from "../../shared/leave/leave.allowance.rules";
import type { LeaveTypeRef } from "../../shared/leave/leave.contract";
import {
  type CountedDay,
  countDays,
  daysByYear,
  daysIn,
  holidaysOn,
  type WorkCalendar,
} from "../../shared/leave/leave.days.rules";
import { type LeaveStatus, undecidedLeave } from "../../shared/leave/leave.workflow";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { inPieces } from "../platform/in-pieces";
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

/** So many holidays are named where they come together: a year of them would be a text of a quarter of a million letters, for each leave. */
const mostNamed = 10;

/** Several holidays in one leave are told in one line, in each language that has a name for one of them. */
function together(holidays: readonly Named[]): Named | null {
  if (holidays.length === 0) return null;
  const named = holidays.slice(0, mostNamed);
  const more = holidays.length > mostNamed ? ", …" : "";
  const said = languageCodes.filter((code) => named.some(({ translations }) => translations[code]));
  const inLanguage = (code: Language) => named.map((one) => nameIn(code, one)).join(", ") + more;
  return {
    name: named.map(({ name }) => name).join(", ") + more,
    translations: Object.fromEntries(said.map((code) => [code, inLanguage(code)])),
  };
}

/** Leave that is counted in one piece: a year of each takes half a millisecond. */
const countedAtOnce = 10;

/**
 * Counts leave anew that isn't over, after a holiday came or went or the week changed: its owner is told, and the ledger
 * says why. It may overdraw a balance: nobody asked for it. @returns how many cost something else now.
 */
export async function recountLeave(tx: Tx, { dates, holiday }: Change): Promise<number> {
  const rows = await tx.rows<LiveLeave>(affected, [dates]);
  if (rows.length === 0) return 0;
  const calendarOf = await calendars(tx, ...spanOfAll(rows));
  const counted = (leave: LiveLeave) => countDays(spanOf(leave), leave.counting, calendarOf(leave.location));
  // Thousands of leaves are some seconds of counting: others have their turn in between.
  const changed = await inPieces(rows, countedAtOnce, (leave) =>
    daysIn(counted(leave)) === leave.days ? [] : [leave],
  );
  const years = new Set<number>();
  for (const leave of changed.flat()) {
    const days = counted(leave);
    const cause = dates === null ? "calendar_changed" : daysIn(days) < leave.days ? "holiday_added" : "holiday_removed";
    const named = holiday ?? together(holidaysWithin(leave, dates ?? [], calendarOf(leave.location)));
    for (const year of await costAnew(tx, leave, days, cause, named)) years.add(year);
  }
  tellBalances(tx, years);
  return changed.flat().length;
}

function spanOfAll(rows: readonly LiveLeave[]): [from: string, to: string] {
  const first = rows.reduce((day, { start_date }) => (start_date < day ? start_date : day), "9999-12-31");
  const last = rows.reduce((day, { end_date }) => (end_date > day ? end_date : day), "0001-01-01");
  return [first, last];
}

/** Those among the days that changed, in their order; no more than are named, and one. */
function holidaysWithin(leave: LiveLeave, dates: readonly string[], calendar: WorkCalendar): Named[] {
  const within = dates.filter((date) => date >= leave.start_date && date <= leave.end_date).sort();
  const found: Named[] = [];
  for (const date of within) if (found.length <= mostNamed) found.push(...holidaysOn(date, calendar));
  return found;
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
