import {
  type CountedDay,
  countDays,
  type Holiday,
  type LeaveSpan,
  type WorkCalendar,
} from "../../shared/leave/leave.days.rules";
import { groupBy } from "../../shared/kernel/group-by";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { LeaveTypeEntity } from "./leave.entity";

const calendarOf = sql(
  "leave.calendar",
  `SELECT t.weekend, COALESCE((
       SELECT json_agg(json_build_object('date', h.date, 'name', h.name, 'translations', h.translations, 'half', h.half)
         ORDER BY h.date)
       FROM holiday h WHERE h.tenant_id = t.id AND h.date BETWEEN $2 AND $3 AND (h.location IS NULL OR h.location = (
         SELECT u.location FROM app_user u WHERE u.tenant_id = t.id AND u.id = $1))), '[]') AS holidays
   FROM tenant t WHERE t.id = current_tenant()`,
);

/** What counts as work for a person between two days: the tenant's week, and the holidays where they work. */
export async function workCalendar(tx: Tx, userId: number, from: string, to: string): Promise<WorkCalendar> {
  const row = await tx.one<{ weekend: number[]; holidays: Holiday[] }>(calendarOf, [userId, from, to]);
  return row ?? { weekend: [], holidays: [] };
}

/** What each day of a leave costs this person. */
export async function countLeave(
  tx: Tx,
  userId: number,
  type: Pick<LeaveTypeEntity, "counting">,
  span: LeaveSpan,
): Promise<CountedDay[]> {
  return countDays(span, type.counting, await workCalendar(tx, userId, span.start_date, span.end_date));
}

const everyCalendar = sql(
  "leave.calendars",
  `SELECT t.weekend, COALESCE((
       SELECT json_agg(json_build_object('date', h.date, 'name', h.name, 'translations', h.translations, 'half', h.half,
         'location', h.location) ORDER BY h.date)
       FROM holiday h WHERE h.tenant_id = t.id AND h.date BETWEEN $1 AND $2), '[]') AS holidays
   FROM tenant t WHERE t.id = current_tenant()`,
);

/** What counts as work, by location. */
export type CalendarOf = (location: string | null) => WorkCalendar;

/** Every holiday that is known: for who doesn't know yet which days will be counted. There are some dozens a year. */
export const allCalendars = (tx: Tx): Promise<CalendarOf> => calendars(tx, "0001-01-01", "9999-12-31");

/**
 * What counts as work between two days, by location: for many people at once. Holidays of all places are one list for all of them: a
 * copy for each of some thousand places was gigabytes.
 */
export async function calendars(tx: Tx, from: string, to: string): Promise<CalendarOf> {
  const row = await tx.one<{ weekend: number[]; holidays: (Holiday & { location: string | null })[] }>(everyCalendar, [
    from,
    to,
  ]);
  const { weekend, holidays } = row ?? { weekend: [], holidays: [] };
  const byLocation = groupBy(holidays, ({ location }) => location);
  const everywhere = byLocation.get(null) ?? [];
  return (location) => ({ weekend, holidays: (location !== null && byLocation.get(location)) || [], everywhere });
}
