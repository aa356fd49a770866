import type { DemoContext } from "../../../platform/demo/demo.steps";
import { addDays, daysFrom, mondayOf, weekdayOf } from "../../../../shared/kernel/days";
import { ownMinutesOn, type WorkSchedule } from "../../../../shared/work/schedules/schedules.rules";
import { dateAfterDays, dayMs } from "../../../platform/demo/demo.calendar";
import { type Random, randomFrom } from "../../../platform/demo/demo.random";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

const daysBack = 54;
/** Timesheet weeks with less than 20 hours aren't submitted. */
const minSubmittedMinutes = 20 * 60;

/**
 * Estimate in minutes; some tasks have none. Finished tasks took most of the time that users have logged, so their estimates are higher. Not
 * random, so that other draws stay unchanged.
 */
export function demoEstimate(number: number, complexity: number, isDone: boolean): number | null {
  if (isDone) return number % 6 === 0 ? null : complexity * 900 + (number % 4) * 120;
  return number % 3 === 0 ? null : complexity * 210 + (number % 4) * 60;
}

/** Minutes that are logged on a task at most: 60 to 129 percent of its estimate. */
const maxMinutesOf = ({ id, complexity, estimate_minutes: estimate }: DemoTask): number =>
  estimate === null ? complexity * 720 : Math.round((estimate * (60 + ((id * 37) % 70))) / 100);

interface Entry {
  tenant_id: number;
  user_id: number;
  task_id: number;
  date: string;
  minutes: number;
}

/**
 * Fills working days with time entries on tasks that users worked on around that time, and submits their timesheet weeks. Uses its own
 * random generator, so that the rest of the demo stays unchanged.
 */
export function writeTimeSheets({ log, now }: DemoContext<"allTenants">): void {
  const random = randomFrom(20_261_121);
  const entries = [...((log.rows.time_entry ?? []) as unknown as Entry[])];
  const spent = new Map<number, number>();
  for (const { task_id, minutes } of entries) spent.set(task_id, (spent.get(task_id) ?? 0) + minutes);
  const kinds = new Map((log.rows.task_status ?? []).map(({ id, kind }) => [id, kind]));
  const begun = ((log.rows.task ?? []) as unknown as DemoTask[]).filter(
    (task) => kinds.get(task.task_status_id) !== "todo",
  );
  const remaining = new Map(begun.map((task) => [task.id, maxMinutesOf(task) - (spent.get(task.id) ?? 0)]));
  const people = (log.rows.app_user ?? []).filter((user) => !user.external);
  const loggers = people.flatMap((person) => loggerOf(log, person as unknown as Person, entries, begun) ?? []);
  // From the latest day back, so that all users have full recent weeks although the time left on tasks is limited.
  for (const date of daysFrom(mondayOf(dateAfterDays(now, -daysBack)), dateAfterDays(now, -1)).reverse())
    for (const logger of loggers)
      fillDay(log, random, logger, remaining, {
        date,
        isLate: date > dateAfterDays(now, -4),
        isEarly: date < dateAfterDays(now, -21),
      });
  for (const { person } of loggers) submitWeek(log, person, people as unknown as Person[], now);
}

/** The tasks on which a user logs time: the user's own first, then those of the user's projects. */
function loggerOf(
  log: DemoLog,
  person: Person,
  entries: readonly Entry[],
  begun: readonly DemoTask[],
): TimeLogger | null {
  const own = entries.filter((entry) => entry.user_id === person.id).map(({ task_id, date }) => ({ task_id, date }));
  if (own.length < 5) return null;
  const isOfPerson = (link: { user_id?: unknown }) => link.user_id === person.id;
  const assigned = new Set((log.rows.task_user ?? []).filter(isOfPerson).map((link) => link.task_id));
  const projects = new Set((log.rows.project_member ?? []).filter(isOfPerson).map((link) => link.project_id));
  const logged = new Set(own.map((entry) => entry.task_id));
  const isOwn = ({ id }: DemoTask) => logged.has(id) || assigned.has(id);
  const others = begun.filter((task) => !isOwn(task) && projects.has(task.project_id));
  return { person, own, tasks: [...begun.filter(isOwn), ...others], schedules: schedulesOf(log, person.id) };
}

const fullDay = 480;

const schedulesOf = (log: DemoLog, userId: number) =>
  ((log.rows.work_schedule ?? []) as unknown as ScheduleRow[])
    .filter(({ user_id }) => user_id === userId)
    .map(({ during, minutes, other_minutes: other, anchor }): WorkSchedule => {
      const [from = "", end] = during.slice(1, -1).split(",");
      return { from, until: end ? addDays(end, -1) : null, minutes, other, anchor };
    });

interface ScheduleRow {
  user_id: number;
  during: string;
  minutes: number[];
  other_minutes: number[] | null;
  anchor: string;
}

interface DemoTask {
  id: number;
  project_id: number;
  task_status_id: number;
  complexity: number;
  estimate_minutes: number | null;
}

interface TimeLogger {
  person: Person;
  tasks: readonly DemoTask[];
  own: readonly { task_id: number; date: string }[];
  schedules: readonly WorkSchedule[];
}

interface DayOfLog {
  date: string;
  /** A day whose time isn't complete yet. */
  isLate: boolean;
  /** A day of the weeks in which users didn't log all of their time. */
  isEarly: boolean;
}

/** @param remaining minutes that can still be logged on a task. */
function fillDay(
  log: DemoLog,
  random: Random,
  { person, tasks, own, schedules }: TimeLogger,
  remaining: Map<number, number>,
  { date, isLate, isEarly }: DayOfLog,
): void {
  if (weekdayOf(date) > 5 || random.chance(0.06)) return; // some random days off
  if (isEarly && random.chance(0.3)) return;
  const share = (ownMinutesOn(schedules, date) ?? fullDay) / fullDay;
  const targetMinutes = 15 * Math.round(share * random.between(isLate ? 18 : 26, isLate ? 26 : 32));
  if (targetMinutes === 0) return;
  const loggedTaskIds = own.filter((entry) => entry.date === date).map((entry) => entry.task_id);
  const remainingOf = ({ id }: DemoTask) => remaining.get(id) ?? 0;
  // Prefers tasks with the most time left, so that no task accumulates months of work.
  const next = tasks
    .filter((task) => !loggedTaskIds.includes(task.id) && remainingOf(task) >= 30)
    .sort((a, b) => remainingOf(b) - remainingOf(a))
    .slice(0, 3);
  for (const task of next) {
    const left = targetMinutes - log.minutesOn(person.id, date);
    if (left < 30) break;
    const most = task === next.at(-1) ? left : Math.min(left, 15 * random.between(4, 14));
    const minutes = Math.min(most, 15 * Math.floor(remainingOf(task) / 15));
    log.noteMinutes(person.id, date, minutes);
    remaining.set(task.id, remainingOf(task) - minutes);
    const entry = { id: log.id("time_entry"), tenant_id: person.tenant_id, task_id: task.id, user_id: person.id };
    log.add("time_entry", { ...entry, date, minutes, note: null });
  }
}

interface Person {
  id: number;
  tenant_id: number;
  role_id: number;
  parent_id: number | null;
}

function submitWeek(log: DemoLog, person: Person, people: readonly Person[], now: Date): void {
  const by = people.find((one) => one.id === person.parent_id);
  const thisWeek = mondayOf(dateAfterDays(now, 0));
  const lastWeek = addDays(thisWeek, -7);
  for (let monday = mondayOf(dateAfterDays(now, -daysBack)); monday < thisWeek; monday = addDays(monday, 7)) {
    const submitted = Date.parse(`${addDays(monday, 4)}T13:${10 + (person.id % 40)}:00Z`);
    const decided = Date.parse(`${addDays(monday, 7)}T06:${10 + (person.id % 40)}:00Z`);
    if (submitted > now.getTime() - dayMs) continue;
    const late = monday === lastWeek && person.id % 5 === 0;
    const open = monday === lastWeek && person.id % 7 === 1;
    const minutes = daysFrom(monday, addDays(monday, 6)).reduce((sum, day) => sum + log.minutesOn(person.id, day), 0);
    if (open || !by || minutes < minSubmittedMinutes) continue;
    const waits = late || (monday === lastWeek && person.id % 3 === 2) || decided > now.getTime();
    log.add("time_week", {
      tenant_id: person.tenant_id,
      user_id: person.id,
      monday,
      state: waits ? "submitted" : "approved",
      submitted_at: isoInstantOf(submitted),
      decided_at: waits ? null : isoInstantOf(decided),
      decided_by: waits ? null : by.id,
    });
  }
}
