import type { Booking } from "../../../shared/bookings/bookings/bookings.contract";
import { dayNumber, dayOfNumber, weekStart } from "../../../shared/kernel/day-number";
import { localDayAt } from "../../../shared/kernel/wall-clock";
import type { OwnLeaveYear } from "../../../shared/requests/leave/cover/team-calendar.contract";
import type { MyTask } from "../../../shared/work/tasks/tasks.contract";
import type { Permission, PlanFeature } from "../../../shared/kernel/access";
import type { TimeSheet } from "../../../shared/work/time/sheet.contract";
import { type YearDay, yearDayReader } from "../../requests/leave/calendar/year-days";

type WeekBooking = Pick<
  Booking,
  "id" | "bookable_type" | "title" | "start_date" | "end_date" | "time_zone" | "status" | "participants"
>;
type DueTask = Pick<MyTask, "id" | "key" | "title" | "due_date" | "project">;
type Sheet = Pick<TimeSheet, "days" | "entries">;

export interface WeekDay<B = WeekBooking, T = DueTask> extends YearDay {
  bookings: B[];
  tasks: T[];
  /** Null if the user's time isn't tracked. */
  minutes: number | null;
}

/** The parts of a week that the user may see besides due tasks, which the dashboard lists anyway. */
export const weekSourcesOf = (can: (permission: Permission) => boolean, has: (feature: PlanFeature) => boolean) => ({
  leave: can("leave-request-list") && has("leave_management"),
  bookings: can("reservation-list"),
  time: can("time-tracking-list"),
});

/** The days of the week that contains `today`, the first day first. */
export function weekDates(today: string, first: number): string[] {
  const start = weekStart(dayNumber(today), first);
  return Array.from({ length: 7 }, (_, at) => dayOfNumber(start + at));
}

interface WeekInput<B, T> {
  dates: readonly string[];
  me: number;
  zone: string;
  leave: Omit<OwnLeaveYear, "year">;
  bookings: readonly B[];
  tasks: readonly T[];
  sheet: Sheet | null;
}

/** Entries of a user for each day of a week. Bookings are on each day that they touch in the user's time zone. */
export function buildWeek<B extends WeekBooking, T extends DueTask>(input: WeekInput<B, T>): WeekDay<B, T>[] {
  const { dates, me, zone, leave, bookings, tasks, sheet } = input;
  const dayOf = yearDayReader(leave);
  const minutes = sheet && loggedMinutes(sheet);
  const heldBookings = bookings
    .filter((booking) => isHeld(booking, me))
    .map((booking) => ({ booking, days: spanOf(booking, zone) }));
  return dates.map((date) => ({
    ...dayOf(date),
    bookings: heldBookings.filter(({ days: [from, to] }) => from <= date && date <= to).map(({ booking }) => booking),
    tasks: tasks.filter(({ due_date }) => due_date === date),
    minutes: minutes && (minutes.get(date) ?? 0),
  }));
}

const isHeld = ({ status, participants }: WeekBooking, me: number) =>
  (status === "approved" || status === "pending") && participants.find(({ id }) => id === me)?.answer !== "declined";

function spanOf({ start_date, end_date }: WeekBooking, zone: string): [string, string] {
  const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
  // A booking until midnight doesn't touch the day that begins then.
  return [localDayAt(from, zone), localDayAt(Math.max(from, until - 1), zone)];
}

function loggedMinutes({ days, entries }: Sheet): Map<string, number> {
  const minutes = new Map(days.map(({ date, hidden_minutes }) => [date, hidden_minutes]));
  for (const { date, hours, minutes: extraMinutes } of entries)
    minutes.set(date, (minutes.get(date) ?? 0) + hours * 60 + extraMinutes);
  return minutes;
}

/** Logged time and target of the displayed days. */
export function weekTotals({ days, entries }: Sheet): { logged: number; target: number } {
  const logged = [...loggedMinutes({ days, entries }).values()].reduce((sum, one) => sum + one, 0);
  return { logged, target: days.reduce((sum, { target_minutes }) => sum + target_minutes, 0) };
}

/** Minutes shown as a full bar: the longest day, but at least a usual working day. */
export const fullBarMinutes = (days: readonly { minutes: number | null }[]): number =>
  Math.max(480, ...days.map(({ minutes }) => minutes ?? 0));

/** Merges the leave of a week that spans two calendar years. */
export function mergeYears(years: readonly Omit<OwnLeaveYear, "year">[], weekend: readonly number[]) {
  const leaves = new Map(years.flatMap((year) => year.leaves).map((leave) => [leave.id, leave]));
  return {
    weekend: years[0]?.weekend ?? [...weekend],
    minutes_per_day: years[0]?.minutes_per_day ?? 480,
    schedules: years[0]?.schedules ?? [],
    holidays: years.flatMap(({ holidays }) => holidays),
    leaves: [...leaves.values()],
  };
}
