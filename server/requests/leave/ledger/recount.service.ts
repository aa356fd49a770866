import { tenantStream, userStream } from "../../../../shared/kernel/events";
import { type Language, languageCodes } from "../../../../shared/kernel/languages";
import { type NamedRecord, translatedNameIn } from "../../../../shared/kernel/translations";
import type { LedgerCause } from "../../../../shared/requests/leave/ledger/allowance.rules";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import {
  type CountedDay,
  type DayCosts,
  countDays,
  costOf,
  daysToReturn,
  daysByYear,
  sumDays,
  holidaysOn,
  type WorkCalendar,
} from "../../../../shared/requests/leave/calendar/days.rules";
import type { DayCounting } from "../../../../shared/requests/leave/types/counting.rules";
import { isUndecided } from "../../../../shared/requests/leave/requests/leave.workflow";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { mapInChunks } from "../../../platform/chunked-json";
import { addToLedger } from "./balance.service";
import { leaveSpanOf, type SpanRow } from "./booked-days.read";
import type { CalendarChange } from "../calendar/calendar.slots";
import { loadCalendars } from "../calendar/work-calendar.read";
import { LeaveRequestEntity } from "../types/leave.entity";
import { dayPartJson, leaveTypeJson } from "../types/leave.sql";

export interface LiveLeave extends SpanRow {
  id: number;
  user_id: number;
  type: LeaveTypeRef;
  counting: DayCounting;
  can_update_balance: boolean;
  location: string | null;
  status: string;
  days: number;
}

interface AffectedLeave extends LiveLeave {
  counted: DayCosts | null;
}

// Locked in a fixed order, so that two concurrent holiday changes don't deadlock. $1 affected days (null: all), $2 users (null: all).
const lockAffectedLeave = sql(
  "leave.affected",
  `SELECT l.id, l.user_id, ${leaveTypeJson("t")} AS type, t.counting, t.can_update_balance,
     u.location, r.status, l.start_date, l.end_date, l.from_noon, l.to_noon, ${dayPartJson("l")} AS part, l.days::float8 AS days, l.counted
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.live AND t.counting <> 'calendar' AND l.end_date >= tenant_today()
     AND ($2::bigint[] IS NULL OR l.user_id = ANY($2))
     AND ($1::date[] IS NULL OR EXISTS (
       SELECT FROM unnest($1::date[]) AS day WHERE day BETWEEN l.start_date AND l.end_date
         + CASE WHEN t.counting = 'organization' THEN ${daysToReturn} ELSE 0 END))
   ORDER BY l.user_id, l.id FOR UPDATE OF r, l`,
);

interface Change extends CalendarChange {
  /** The users whose schedules changed; omitted for all users. */
  userIds?: readonly number[];
  /** Cause other than a changed calendar or schedule. */
  cause?: "leaving";
}

/** Maximum number of holidays named in a note, because a year of holidays would be 250,000 characters per leave. */
const maxNamedHolidays = 10;

/** Combines several holidays of a leave in one note, in each language that has a translation for one of them. */
function mergeHolidays(holidays: readonly NamedRecord[]): NamedRecord | null {
  if (holidays.length === 0) return null;
  const namedHolidays = holidays.slice(0, maxNamedHolidays);
  const ellipsis = holidays.length > maxNamedHolidays ? ", …" : "";
  const translatedLanguages = languageCodes.filter((code) =>
    namedHolidays.some(({ translations }) => translations[code]),
  );
  const inLanguage = (code: Language) => namedHolidays.map((one) => translatedNameIn(code, one)).join(", ") + ellipsis;
  return {
    name: namedHolidays.map(({ name }) => name).join(", ") + ellipsis,
    translations: Object.fromEntries(translatedLanguages.map((code) => [code, inLanguage(code)])),
  };
}

/** Leave requests counted per batch; a year of leave takes half a millisecond. */
const batchSize = 10;

/**
 * Recalculates leave that hasn't ended after changes of holidays, the work week or schedules, notifies its owners and records the cause in
 * the ledger. A balance may become negative.
 * @returns the number of changed requests.
 */
export async function recountLeave(tx: Tx, { dates, holiday, userIds, cause: given }: Change): Promise<number> {
  const rows = await tx.rows<AffectedLeave>(lockAffectedLeave, [dates, userIds ?? null]);
  if (rows.length === 0) return 0;
  const calendarOf = await loadCalendars(tx, ...spanOfAll(rows));
  const counted = (leave: LiveLeave) =>
    countDays(leaveSpanOf(leave), leave.counting, calendarOf(leave.location, leave.user_id));
  // Counting thousands of requests takes seconds, so batches yield to other requests.
  const changed = await mapInChunks(rows, batchSize, (leave) => (hasSameCost(leave, counted(leave)) ? [] : [leave]));
  const years = new Set<number>();
  for (const leave of changed.flat()) {
    const days = counted(leave);
    const everywhere = userIds === undefined ? "calendar_changed" : "schedule_changed";
    const cause =
      given ?? (dates === null ? everywhere : sumDays(days) < leave.days ? "holiday_added" : "holiday_removed");
    const causingHoliday =
      holiday ?? mergeHolidays(holidaysWithin(leave, dates ?? [], calendarOf(leave.location, leave.user_id)));
    for (const year of await recalculateCost(tx, leave, days, cause, causingHoliday)) years.add(year);
  }
  emitBalancesChanged(tx, years);
  return changed.flat().length;
}

/** Whether each day costs the same. An equal sum can belong to other years or months. */
function hasSameCost({ days, counted }: AffectedLeave, next: readonly CountedDay[]): boolean {
  const cost = costOf(next);
  if (cost.days !== days || counted === null) return cost.days === days;
  const dates = Object.keys(cost.counted);
  return dates.length === Object.keys(counted).length && dates.every((date) => cost.counted[date] === counted[date]);
}

/** Recalculates leave after schedule changes of users. Open calendars reload even if no leave's cost changed. */
export async function recountAfterScheduleChange(tx: Tx, userIds: readonly number[]): Promise<void> {
  await recountLeave(tx, { dates: null, holiday: null, userIds });
  tx.emit("leave.calendar_changed", tenantStream(tx.tenantId), {});
}

function spanOfAll(rows: readonly LiveLeave[]): [from: string, to: string] {
  const first = rows.reduce((day, { start_date }) => (start_date < day ? start_date : day), "9999-12-31");
  const last = rows.reduce((day, { end_date }) => (end_date > day ? end_date : day), "0001-01-01");
  return [first, last];
}

/** Returns the holidays on changed days within the leave, in order; at most one more than `maxNamedHolidays`. */
function holidaysWithin(leave: LiveLeave, dates: readonly string[], calendar: WorkCalendar): NamedRecord[] {
  const within = dates.filter((date) => date >= leave.start_date && date <= leave.end_date).sort();
  const found: NamedRecord[] = [];
  for (const date of within) if (found.length <= maxNamedHolidays) found.push(...holidaysOn(date, calendar));
  return found;
}

const selectCosts = sql(
  "leave.costs",
  `SELECT year, -sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND request_id = $1 GROUP BY year`,
);

/** Emits one event per year for all changed leave, so that screens with balances reload. The event names no employee. */
export function emitBalancesChanged(tx: Tx, years: Iterable<number>): void {
  for (const year of years) tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
}

/**
 * Stores the new cost of a leave and the difference in the ledger, per year, and notifies its owner if the sum differs.
 * @returns the affected years, for which the caller must call `emitBalancesChanged`.
 */
export async function recalculateCost(
  tx: Tx,
  leave: LiveLeave,
  counted: readonly CountedDay[],
  cause: LedgerCause & ("holiday_added" | "holiday_removed" | "calendar_changed" | "schedule_changed" | "leaving"),
  holiday: NamedRecord | null,
): Promise<number[]> {
  const cost = costOf(counted);
  const after = cost.days;
  await tx.repo(LeaveRequestEntity).update({ id: leave.id }, cost);
  let changed: number[] = [];
  if (leave.can_update_balance) {
    const before = new Map(
      (await tx.rows<{ year: number; days: number }>(selectCosts, [leave.id])).map((one) => [one.year, one.days]),
    );
    const now = daysByYear(counted);
    const years = [...new Set([...before.keys(), ...now.keys()])];
    const entries = years.map((year) => ({
      year,
      days: Math.round(((before.get(year) ?? 0) - (now.get(year) ?? 0)) * 100) / 100,
    }));
    const reason = isUndecided(leave) ? "waiting" : cause === "leaving" ? "returned" : "holiday";
    const of = { userId: leave.user_id, leaveTypeId: leave.type.id };
    const note = holiday && { note: holiday.name, noteTranslations: holiday.translations };
    await addToLedger(tx, of, reason, entries, { requestId: leave.id, ...note, cause });
    changed = entries.flatMap(({ year, days: more }) => (more === 0 ? [] : [year]));
  }
  if (after === leave.days && cause !== "leaving") return changed;
  const { id, type: leave_type, start_date, end_date } = leave;
  const recount = {
    id,
    leave_type,
    start_date,
    end_date,
    before: leave.days,
    after,
    cause,
    holiday: holiday?.name ?? null,
  };
  tx.emit("leave.recounted", userStream(leave.user_id), recount);
  return changed;
}
