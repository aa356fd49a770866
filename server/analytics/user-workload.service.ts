import type { Workload } from "../../shared/analytics/user-analytics.contract";
import type { Period } from "../../shared/analytics/periods.rules";
import { capacityOf } from "../../shared/analytics/workload.rules";
import { dayNumber } from "../../shared/kernel/days";
import { addDays, daysFrom, mondayOf } from "../../shared/time/days.rules";
import { plannedMinutes } from "../../shared/timeline/timeline.plan.rules";
import { readDaysOff } from "../leave/days-off.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Measured, PersonWork } from "./user-analytics.service";
import type { PersonTask } from "./user.sql";

const weeks = 4;

/** What of each open task falls into a period, of those of which something does: whole minutes, so that lists add up. */
export function plannedTasks({ person, tasks }: PersonWork, period: Period): (PersonTask & { planned: number })[] {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)];
  return tasks
    .filter(({ finishedAt }) => finishedAt === null)
    .map((task) => {
      // Only how many share a task matters here, not who.
      const minutes = plannedMinutes([{ ...task, user_ids: [] }], from, to, person.weekend);
      return { ...task, planned: Math.round(minutes / Math.max(1, task.people)) };
    })
    .filter(({ planned }) => planned > 0);
}

/** What is planned against what can be done, this week and those after it. */
export async function readWorkload(tx: Tx, work: PersonWork, address: Address): Promise<Workload[]> {
  const { person } = work;
  const first = mondayOf(person.today);
  const off = await readDaysOff(tx, person.id, first, addDays(first, weeks * 7 - 1));
  return Array.from({ length: weeks }, (_, at) => {
    const monday = addDays(first, at * 7);
    const week = { from: monday, to: addDays(monday, 6) };
    return {
      monday,
      planned_minutes: plannedTasks(work, week).reduce((sum, { planned }) => sum + planned, 0),
      ...capacityOf(week, person.weekend, off, person.minutesPerDay),
      planned_query: address("list", { ...week, figure: "planned" }),
      days_query: address("days", week),
    };
  });
}

/** Where a list of this person is asked for. */
export type Address = (of: "list" | "days" | "reviews", query: Record<string, string>) => string;

/** What can be worked on each day of a period. */
export async function workdaysOf(tx: Tx, person: Measured, { from, to }: Period) {
  const off = await readDaysOff(tx, person.id, from, to);
  return daysFrom(from, to).map((day) => ({
    day,
    ...capacityOf({ from: day, to: day }, person.weekend, off, person.minutesPerDay),
  }));
}
