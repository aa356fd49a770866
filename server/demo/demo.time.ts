import { addDays, daysFrom, mondayOf, weekdayOf } from "../../shared/kernel/days";
import { ownMinutesOn, type WorkSchedule } from "../../shared/work/schedules/schedules.rules";
import { dateAfterDays, dayMs } from "./demo.calendar";
import { type Random, randomFrom } from "./demo.random";
import { type DemoLog, isoInstantOf } from "./demo.rows";

const daysBack = 75;
/** Timesheet weeks with less than 20 hours aren't submitted. */
const minSubmittedMinutes = 20 * 60;

/** Estimate in minutes; every third task has none. Not random, so that other draws stay unchanged. */
export function demoEstimate(number: number, complexity: number): number | null {
  if (number % 3 === 0) return null;
  return complexity * 270 + (number % 4) * 120;
}

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
export function writeTimeSheets(log: DemoLog, now: Date): void {
  const random = randomFrom(20_261_121);
  const written = [...((log.rows.time_entry ?? []) as unknown as Entry[])];
  const spent = new Map<number, number>();
  for (const { task_id, minutes } of written) spent.set(task_id, (spent.get(task_id) ?? 0) + minutes);
  const kinds = new Map((log.rows.task_status ?? []).map(({ id, kind }) => [id, kind]));
  const begun = new Set(
    (log.rows.task ?? []).filter((task) => kinds.get(task.task_status_id) !== "todo").map(({ id }) => id),
  );
  const people = (log.rows.app_user ?? []).filter((user) => !user.external);
  for (const person of people) {
    const own = written.filter((entry) => entry.user_id === person.id).map(({ task_id, date }) => ({ task_id, date }));
    if (own.length === 0) continue;
    const assigned = (log.rows.task_user ?? [])
      .filter((link) => link.user_id === person.id && begun.has(link.task_id))
      .map((link) => link.task_id);
    const tasks = [...new Set([...own.map((entry) => entry.task_id), ...(assigned as number[])])];
    fillDays(log, random, person as { id: number; tenant_id: number }, { tasks, own, spent }, now);
    submitWeek(log, person as unknown as Person, people as unknown as Person[], now);
  }
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

interface Ground {
  tasks: readonly number[];
  own: readonly { task_id: number; date: string }[];
  spent: Map<number, number>;
}

function fillDays(
  log: DemoLog,
  random: Random,
  person: { id: number; tenant_id: number },
  { tasks, own, spent }: Ground,
  now: Date,
): void {
  for (const date of daysFrom(mondayOf(dateAfterDays(now, -daysBack)), dateAfterDays(now, -1))) {
    if (weekdayOf(date) > 5 || random.chance(0.06)) continue; // some random days off
    const lately = date > dateAfterDays(now, -4);
    const share = (ownMinutesOn(schedulesOf(log, person.id), date) ?? fullDay) / fullDay;
    const wanted = 15 * Math.round(share * random.between(lately ? 18 : 26, lately ? 26 : 32));
    if (wanted === 0) continue;
    const taken = own.filter((entry) => entry.date === date).map((entry) => entry.task_id);
    // Prefers tasks with the least time, so that no task accumulates months of work.
    const next = tasks
      .filter((id) => !taken.includes(id))
      .sort((a, b) => (spent.get(a) ?? 0) - (spent.get(b) ?? 0) || a - b)
      .slice(0, 3);
    for (const task_id of next) {
      const left = wanted - log.minutesOn(person.id, date);
      if (left < 30) break;
      const minutes = task_id === next.at(-1) ? left : Math.min(left, 15 * random.between(4, 14));
      log.noteMinutes(person.id, date, minutes);
      spent.set(task_id, (spent.get(task_id) ?? 0) + minutes);
      const entry = { id: log.id("time_entry"), tenant_id: person.tenant_id, task_id, user_id: person.id };
      log.add("time_entry", { ...entry, date, minutes, note: null });
    }
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
