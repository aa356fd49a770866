import {
  type CountedDay,
  countDays,
  daysToReturn,
  type Holiday,
  type LeaveSpan,
  sumDays,
  type WorkCalendar,
} from "../../../../shared/requests/leave/calendar/days.rules";
import { groupBy } from "../../../../shared/kernel/group-by";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { LeaveTypeEntity } from "../types/leave.entity";
import type { WorkSchedule } from "../../../../shared/work/schedules/schedules.rules";
import { scheduleFields, schedulesJson } from "../../../work/schedules/schedules.read";
import { foldText } from "../../../../shared/kernel/text/fold";

/** SQL: working time of a day of the organization's week. */
const minutesPerDay = "(t.workday_hours * 60)::int";

const calendarOf = sql(
  "leave.calendar",
  `SELECT t.weekend, ${minutesPerDay} AS minutes_per_day, COALESCE((
       SELECT json_agg(json_build_object('date', h.date, 'name', h.name, 'translations', h.translations, 'half', h.half)
         ORDER BY h.date)
       FROM holiday h WHERE h.tenant_id = t.id AND h.date BETWEEN $2 AND $3::date + ${daysToReturn} AND (h.location IS NULL OR h.location_key = (
         SELECT u.location_key FROM app_user u WHERE u.tenant_id = t.id AND u.id = $1))), '[]') AS holidays, ${schedulesJson("$1")} AS schedules,
     (SELECT u.left_on::text FROM app_user u WHERE u.tenant_id = t.id AND u.id = $1) AS last_day
   FROM tenant t WHERE t.id = current_tenant()`,
);

interface UserCalendar extends Omit<WorkCalendar, "everywhere"> {
  schedules: readonly WorkSchedule[];
  last_day: string | null;
  minutes_per_day: number;
}

/**
 * Work calendar of a user between two days, and until they return to work: the tenant's weekend, holidays at their location and their
 * schedules.
 */
export async function loadWorkCalendar(tx: Tx, userId: number, from: string, to: string): Promise<UserCalendar> {
  const row = await tx.one<UserCalendar>(calendarOf, [userId, from, to]);
  return row ?? { weekend: [], holidays: [], schedules: [], last_day: null, minutes_per_day: 480 };
}

export async function countLeaveDays(
  tx: Tx,
  userId: number,
  type: Pick<LeaveTypeEntity, "counting">,
  span: LeaveSpan,
): Promise<CountedDay[]> {
  return countDays(span, type.counting, await loadWorkCalendar(tx, userId, span.start_date, span.end_date));
}

/** Days of a leave, also of types in hours, for approval rules. */
export async function absenceDays(
  tx: Tx,
  userId: number,
  type: Pick<LeaveTypeEntity, "counting">,
  span: LeaveSpan,
): Promise<number> {
  const counting = type.counting === "hours" ? "working" : type.counting;
  return sumDays(await countLeaveDays(tx, userId, { counting }, span));
}

const everyCalendar = sql(
  "leave.calendars",
  `SELECT t.weekend, ${minutesPerDay} AS minutes_per_day, COALESCE((
       SELECT json_agg(json_build_object('date', h.date, 'name', h.name, 'translations', h.translations, 'half', h.half,
         'location', h.location) ORDER BY h.date)
       FROM holiday h WHERE h.tenant_id = t.id AND h.date BETWEEN $1 AND $2::date + ${daysToReturn}), '[]') AS holidays, COALESCE((
       SELECT json_agg(json_build_object('user_id', ws.user_id, ${scheduleFields("ws")}) ORDER BY lower(ws.during))
       FROM work_schedule ws WHERE ws.tenant_id = t.id AND ws.during && daterange($1::date, $2::date + ${daysToReturn}, '[]')), '[]') AS schedules, COALESCE((
       SELECT json_object_agg(u.id, u.left_on) FROM app_user u WHERE u.tenant_id = t.id AND u.left_on BETWEEN $1 AND $2::date + ${daysToReturn}), '{}')
       AS last_days
   FROM tenant t WHERE t.id = current_tenant()`,
);

export type CalendarByUser = (location: string | null, userId: number) => WorkCalendar;

/** Days of absence for approval rules, also for types counted in hours. */
export const loadAllCalendars = (tx: Tx): Promise<CalendarByUser> => loadCalendars(tx, "0001-01-01", "9999-01-01");

/** Work calendars of many users. All share one list of holidays, because copies for a thousand locations took gigabytes. */
export async function loadCalendars(tx: Tx, from: string, to: string): Promise<CalendarByUser> {
  const row = await tx.one<{
    weekend: number[];
    minutes_per_day: number;
    holidays: (Holiday & { location: string | null })[];
    schedules: (WorkSchedule & { user_id: number })[];
    last_days: Record<string, string>;
  }>(everyCalendar, [from, to]);
  const { weekend, minutes_per_day, holidays, schedules, last_days } = row ?? {
    weekend: [],
    minutes_per_day: 480,
    holidays: [],
    schedules: [],
    last_days: {},
  };
  const byUser = groupBy(schedules, ({ user_id }) => user_id);
  const byLocation = groupBy(holidays, ({ location }) => location && foldText(location));
  const everywhere = byLocation.get(null) ?? [];
  return (location, userId) => ({
    weekend,
    minutes_per_day,
    schedules: byUser.get(userId) ?? [],
    last_day: last_days[userId] ?? null,
    holidays: (location !== null && byLocation.get(foldText(location))) || [],
    everywhere,
  });
}
