import { addDays, daysFrom, mondayOf, weekdayOf } from "../../shared/time/days.rules";
import { dayFrom, dayMs } from "./demo.calendar";
import { type Random, randomFrom } from "./demo.random";
import { type DemoLog, iso } from "./demo.rows";

/** How far back people have written down their time; lately they do it every day. */
const daysBack = 75;
const fullDays = 21;

/** What somebody thought a task would take; about a third were never estimated. No draw: others' stay as they were. */
export function estimateOf(number: number, complexity: number): number | null {
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
 * Fills people's days up to about what they work, on tasks that they worked on around then, and hands their weeks in.
 * Draws of its own: everything else of the demo stays what it is.
 */
export function writeWeeks(log: DemoLog, now: Date): void {
  const random = randomFrom(20_261_121);
  const written = [...((log.rows.time_entry ?? []) as unknown as Entry[])];
  const spent = new Map<number, number>();
  for (const { task_id, minutes } of written) spent.set(task_id, (spent.get(task_id) ?? 0) + minutes);
  const people = (log.rows.app_user ?? []).filter((user) => !user.external);
  for (const person of people) {
    const own = written.filter((entry) => entry.user_id === person.id).map(({ task_id, date }) => ({ task_id, date }));
    if (own.length === 0) continue;
    const assigned = (log.rows.task_user ?? [])
      .filter((link) => link.user_id === person.id)
      .map((link) => link.task_id);
    const tasks = [...new Set([...own.map((entry) => entry.task_id), ...(assigned as number[])])];
    fillDays(log, random, person as { id: number; tenant_id: number }, { tasks, own, spent }, now);
    handIn(log, person as unknown as Person, people as unknown as Person[], now);
  }
}

interface Ground {
  /** What the person works on. */
  tasks: readonly number[];
  /** What they have written down already. */
  own: readonly { task_id: number; date: string }[];
  /** By task, of everybody. */
  spent: Map<number, number>;
}

function fillDays(
  log: DemoLog,
  random: Random,
  person: { id: number; tenant_id: number },
  { tasks, own, spent }: Ground,
  now: Date,
): void {
  for (const date of daysFrom(dayFrom(now, -fullDays), dayFrom(now, -1))) {
    if (weekdayOf(date) > 5 || random.chance(0.06)) continue; // some days off
    const lately = date > dayFrom(now, -4);
    const wanted = 15 * random.between(lately ? 18 : 26, lately ? 26 : 32);
    const taken = own.filter((entry) => entry.date === date).map((entry) => entry.task_id);
    // Where least was spent so far: no task takes months.
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

/** Who is asked first; their weeks are decided by whoever stands above them. */
function handIn(log: DemoLog, person: Person, people: readonly Person[], now: Date): void {
  const by = people.find((one) => one.id === person.parent_id);
  const thisWeek = mondayOf(dayFrom(now, 0));
  const lastWeek = addDays(thisWeek, -7);
  for (let monday = mondayOf(dayFrom(now, -daysBack)); monday < thisWeek; monday = addDays(monday, 7)) {
    const submitted = Date.parse(`${addDays(monday, 4)}T13:${10 + (person.id % 40)}:00Z`);
    const decided = Date.parse(`${addDays(monday, 7)}T06:${10 + (person.id % 40)}:00Z`);
    if (submitted > now.getTime() - dayMs) continue;
    // Of last week some are decided, some wait, and some people have yet to hand theirs in.
    const late = monday === lastWeek && person.id % 5 === 0;
    const open = monday === lastWeek && person.id % 7 === 1;
    if (open || !by) continue;
    const waits = late || (monday === lastWeek && person.id % 3 === 2) || decided > now.getTime();
    log.add("time_week", {
      tenant_id: person.tenant_id,
      user_id: person.id,
      monday,
      state: waits ? "submitted" : "approved",
      submitted_at: iso(submitted),
      decided_at: waits ? null : iso(decided),
      decided_by: waits ? null : by.id,
    });
  }
}
