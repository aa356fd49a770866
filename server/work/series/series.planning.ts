import { dayNumber } from "../../../shared/kernel/day-number";
import { addDays } from "../../../shared/kernel/days";
import { instantAtLocalTime, localDayAt } from "../../../shared/kernel/wall-clock";
import {
  dateAfterCompletion,
  dateOfDay,
  isDayOff,
  type SeriesDate,
  seriesDates,
  type WorkCalendar,
} from "../../../shared/work/series/series.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import { daysOff } from "../time/time.slots";
import type { SeriesRow } from "./series.sql";
import * as statements from "./series.sql";

/** Years after today for which holidays are read. */
const calendarYears = 10;

/** Holidays at the locations of users, by user id, without half days and leave. */
export async function holidaysOfUsers(
  tx: Tx,
  userIds: readonly number[],
  from: string,
  until: string,
): Promise<Map<number, string[]>> {
  if (userIds.length === 0) return new Map();
  const found = await daysOff.filling(tx, userIds, from, until);
  const holidaysOf = (id: number) =>
    (found.get(id) ?? []).filter((day) => !day.leave && !day.from_noon && !day.to_noon);
  return new Map(userIds.map((id) => [id, [...new Set(holidaysOf(id).map((day) => day.from))].toSorted()] as const));
}

export async function holidaysOf(tx: Tx, userId: number | null, from: string, today: string): Promise<string[]> {
  if (userId === null) return [];
  const until = addDays(today, calendarYears * 366);
  return (await holidaysOfUsers(tx, [userId], from < today ? from : today, until)).get(userId) ?? [];
}

export async function calendarOf(tx: Tx, series: SeriesRow): Promise<WorkCalendar> {
  const holidays = await holidaysOf(tx, series.owner_id, series.first_day, series.today);
  return { weekend: series.weekend, holidays: new Set(holidays) };
}

/** Dates on schedule after the last occurrence that aren't skipped. */
export function* comingDates(series: SeriesRow, calendar: WorkCalendar): Generator<SeriesDate> {
  const skippedDays = new Set(series.skipped_days);
  const { last_day: lastDay, last_date: lastDate } = series;
  for (const each of seriesDates(series, calendar)) {
    if (lastDay !== null && each.day <= lastDay) continue;
    if (lastDate !== null && each.date <= lastDate) continue;
    if (!skippedDays.has(each.day)) yield each;
  }
}

/** The first coming date after a day, or the first one without a day. */
export function firstDateAfter(series: SeriesRow, calendar: WorkCalendar, day: string | null): SeriesDate | null {
  for (const each of comingDates(series, calendar)) if (day === null || each.date > day) return each;
  return null;
}

export function creationInstant(series: SeriesRow, date: string): Date {
  const wall = Date.parse(`${addDays(date, -series.lead_days)}T00:00:00Z`) + series.at_hour * 3_600_000;
  return new Date(instantAtLocalTime(wall, series.zone));
}

/** Stores the next date; null while none is planned. */
export async function storeNextDate(tx: Tx, series: SeriesRow, next: SeriesDate | null): Promise<void> {
  const at = next && creationInstant(series, next.date);
  await tx.rows(statements.updateNextDate, [series.id, next?.day ?? null, next?.date ?? null, at]);
}

/** The local day of a completion, on which the next date depends. */
export const completionDay = (series: SeriesRow, completedAt: Date): string =>
  localDayAt(completedAt.getTime(), series.zone);

/** The date after completion on a day, past the days of other occurrences: a task may be completed before its own date. */
export async function dateAfterLastTask(
  tx: Tx,
  series: SeriesRow,
  calendar: WorkCalendar,
  completedOn: string,
): Promise<SeriesDate | null> {
  const rows = await tx.rows<{ day: string }>(statements.selectOccurrenceDays, [series.id, completedOn]);
  const occurrenceDays = new Set(rows.map(({ day }) => day));
  const dateAfter = (day: string) => dateAfterCompletion(series, day, series.created_count, calendar);
  let next = dateAfter(completedOn);
  while (next && occurrenceDays.has(next.day)) next = dateAfter(next.day);
  return next;
}

/** The date after the stored completion. One that has passed, for example during a pause, is counted from today unless it is pending. */
export async function dateAfterCompletedTask(
  tx: Tx,
  series: SeriesRow,
  calendar: WorkCalendar,
  pendingDate: string | null,
): Promise<SeriesDate | null> {
  const next = await dateAfterLastTask(tx, series, calendar, series.completed_on ?? series.today);
  return next && next.date < series.today && next.date !== pendingDate
    ? dateAfterLastTask(tx, series, calendar, series.today)
    : next;
}

/** The planned date according to the present calendar, in which days off may have been added or removed since. */
export async function placeNextDate(
  tx: Tx,
  series: SeriesRow,
  calendar: WorkCalendar,
  { day: nextDay, date: nextDate }: SeriesDate,
): Promise<SeriesDate | null> {
  if (series.days_off === "keep" && series.unit !== "workday") return { day: nextDay, date: nextDate };
  if (series.basis === "schedule") {
    for (const each of comingDates(series, calendar)) if (each.date > series.today || each.day >= nextDay) return each;
    return null;
  }
  const completedOn = series.completed_on;
  const counted = completedOn === null ? null : await dateAfterLastTask(tx, series, calendar, completedOn);
  // A date that was counted from the day of resuming, because the one after the completion had passed, stays.
  if (counted && counted.date >= series.today) return counted;
  if (series.days_off === "leave_out" && isDayOff(dayNumber(nextDay), calendar))
    return dateAfterLastTask(tx, series, calendar, nextDay);
  const placed = dateOfDay(series, nextDay, calendar);
  return series.until !== null && placed.date > series.until ? null : placed;
}
