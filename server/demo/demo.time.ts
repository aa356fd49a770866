import { addDays, daysFrom, mondayOf, weekdayOf } from "../../shared/time/days.rules";
import { dayFrom, dayMs } from "./demo.calendar";
import { type Random, randomFrom } from "./demo.random";
import { type DemoLog, iso } from "./demo.rows";

/** How far back people have written down their time. */
const daysBack = 75;

/** What somebody thought a task would take; about a third were never estimated. No draw: others' stay as they were. */
export function estimateOf(number: number, complexity: number): number | null {
  if (number % 3 === 0) return null;
  return complexity * 150 + (number % 4) * 60;
}

interface Entry {
  tenant_id: number;
  user_id: number;
  task_id: number;
  date: string;
}

/**
 * Fills people's days up to about what they work, on tasks that they worked on around then, and hands their weeks in.
 * Draws of its own: everything else of the demo stays what it is.
 */
export function writeWeeks(log: DemoLog, now: Date): void {
  const random = randomFrom(20_261_121);
  const written = (log.rows.time_entry ?? []) as unknown as Entry[];
  const people = (log.rows.app_user ?? []).filter((user) => !user.external);
  for (const person of people) {
    const own = written.filter((entry) => entry.user_id === person.id).map(({ task_id, date }) => ({ task_id, date }));
    if (own.length === 0) continue;
    fillDays(log, random, person as { id: number; tenant_id: number }, own, now);
    handIn(log, person as unknown as Person, people as unknown as Person[], now);
  }
}

function fillDays(
  log: DemoLog,
  random: Random,
  person: { id: number; tenant_id: number },
  own: readonly { task_id: number; date: string }[],
  now: Date,
): void {
  for (const date of daysFrom(dayFrom(now, -daysBack), dayFrom(now, -1))) {
    if (weekdayOf(date) > 5 || random.chance(0.06)) continue; // some days off
    const lately = date > dayFrom(now, -4);
    const wanted = 15 * random.between(lately ? 18 : 26, lately ? 26 : 32);
    const nearest = own
      .toSorted((a, b) => distance(a.date, date) - distance(b.date, date) || a.task_id - b.task_id)
      .map((entry) => entry.task_id);
    const taken = own.filter((entry) => entry.date === date).map((entry) => entry.task_id);
    const tasks = [...new Set(nearest)].filter((id) => !taken.includes(id)).slice(0, 3);
    for (const task_id of tasks) {
      const left = wanted - log.minutesOn(person.id, date);
      if (left < 30) break;
      const minutes = task_id === tasks.at(-1) ? left : Math.min(left, 15 * random.between(4, 14));
      log.noteMinutes(person.id, date, minutes);
      const entry = { id: log.id("time_entry"), tenant_id: person.tenant_id, task_id, user_id: person.id };
      log.add("time_entry", { ...entry, date, minutes, note: null });
    }
  }
}

const distance = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b));

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
