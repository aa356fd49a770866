import { capacityOf } from "../../shared/analytics/workload.rules";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { type Actor as Person, userStream } from "../../shared/kernel/events";
import type { ProjectRole } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import { addDays, dayIn, daysFrom, mondayOf } from "../../shared/time/days.rules";
import type { readTimeSheet as readTimeSheetEndpoint, TimeSheet } from "../../shared/time/sheet.contract";
import { cellKey, type Activity, type Suggestion, suggestionsOf } from "../../shared/time/suggestions.rules";
import type { TimedProject, TimedTask } from "../../shared/time/time.contract";
import { isLocked, type WeekState } from "../../shared/time/week.workflow";
import { readDaysOff } from "../leave/days-off.service";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { effectiveRole, may, projectAccess, seesAllProjects } from "../projects/projects.policy";
import {
  activities,
  discarded,
  findPerson,
  loggable,
  namedTasks,
  timedPeople,
  timedProjects,
  weekStates,
} from "./sheet.sql";
import { presentEntry } from "./time.present";
import { entriesOf, type FoundEntry, hiddenByDay, mayEdit } from "./time.read";

type Query = QueryOf<typeof readTimeSheetEndpoint>;

interface TimedPerson extends Person {
  timeZone: string;
  weekend: number[];
  minutesPerDay: number;
}

/**
 * A person's time as a grid. What lies in projects that the reader doesn't see counts, without a name.
 * @throws Problem 403 for somebody else's without `time-tracking-all`, 404.
 */
export async function readTimeSheet(tx: Tx, actor: Actor, query: Query, now: Date): Promise<TimeSheet> {
  const { from, to, user_id: userId = actor.id, project_id: projectId } = query;
  const own = userId === actor.id;
  if (!own && !actor.permissions.has("time-tracking-all")) throw new Problem("permission.denied");
  const person = await tx.one<TimedPerson>(findPerson, [userId]);
  if (!person) throw new Problem("notFound");
  if (projectId) await projectAccess(tx, actor, projectId);

  const entries = await entriesOf(tx, actor, { from, to, userId, projectId });
  const weeks = await tx.rows<{ monday: string; state: WeekState }>(weekStates, [userId, from, to]);
  const stateOf = new Map(weeks.map(({ monday, state }) => [monday, state]));
  const days = daysFrom(from, to).map((date) => ({ date, state: stateOf.get(mondayOf(date)) ?? ("open" as const) }));
  const today = dayIn(person.timeZone, now);
  const open = days.filter((day) => !isLocked(day.state) && day.date <= today).map((day) => day.date);
  const targets = await targetsOf(tx, person, from, to);
  const suggestions = own ? await suggest(tx, actor, { entries, open, projectId, targets }) : [];
  const tasks = await tasksOf(tx, actor, [
    ...entries.map((entry) => entry.taskId),
    ...suggestions.map((one) => one.task_id),
  ]);
  const hidden = new Map(hiddenByDay(entries).map(({ date, minutes }) => [date, minutes]));
  const loggableIds = new Set(tasks.filter((task) => task.can.log).map((task) => task.id));
  return {
    user: { id: person.id, fullname: person.fullname, image: person.image },
    from,
    to,
    today,
    days: days.map((day) => ({
      ...day,
      target_minutes: targets.get(day.date) ?? 0,
      hidden_minutes: hidden.get(day.date) ?? 0,
    })),
    projects: await projectsOf(tx, tasks),
    tasks: own ? tasks : tasks.map((task) => ({ ...task, can: { log: false } })),
    entries: entries
      .filter(({ seen }) => seen)
      .map((entry) => presentEntry(entry, entry.projectId, mayEdit(actor, entry))),
    suggestions: suggestions.filter((one) => loggableIds.has(one.task_id)).map(presentSuggestion),
    can: { log: own },
  };
}

/** Minutes that each day asks of somebody: nothing on free days of the organisation, holidays and leave of theirs. */
async function targetsOf(tx: Tx, person: TimedPerson, from: string, to: string): Promise<Map<string, number>> {
  const off = await readDaysOff(tx, person.id, from, to);
  const minutesOf = (day: string) =>
    capacityOf({ from: day, to: day }, person.weekend, off, person.minutesPerDay).capacity_minutes;
  return new Map(daysFrom(from, to).map((day) => [day, minutesOf(day)]));
}

const presentSuggestion = ({ source, ...cell }: Suggestion) => ({
  ...cell,
  source: { kind: source.kind, at: source.at, minutes: source.minutes ?? null, column: source.column ?? null },
});

interface Ground {
  entries: readonly FoundEntry[];
  /** Days that can still be written into. */
  open: readonly string[];
  projectId: number | undefined;
  targets: ReadonlyMap<string, number>;
}

async function suggest(tx: Tx, actor: Actor, { entries, open, projectId, targets }: Ground): Promise<Suggestion[]> {
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last) return [];
  // A day of theirs begins up to 14 hours before and ends up to 12 after Greenwich's.
  const between = [`${addDays(first, -1)}T00:00:00Z`, `${addDays(last, 2)}T00:00:00Z`];
  const seesAll = seesAllProjects(actor);
  const done = await tx.rows<Omit<Activity, "at"> & { at: Date }>(activities, [
    actor.id,
    ...between,
    actor.id,
    seesAll,
    projectId ?? null,
  ]);
  const thrown = await tx.rows<{ task_id: number; at: Date; minutes: number }>(discarded, [
    userStream(actor.id),
    ...between,
  ]);
  const all: Activity[] = [
    ...done.map((activity) => ({ ...activity, at: activity.at.toISOString() })),
    ...thrown.map((activity) => ({ ...activity, kind: "timer" as const, at: activity.at.toISOString() })),
  ];
  const written = new Map<string, number>();
  for (const { date, minutes } of entries) written.set(date, (written.get(date) ?? 0) + minutes);
  const taken = new Set(entries.map((entry) => cellKey(entry.taskId, entry.date)));
  const openDays = new Set(open);
  return suggestionsOf(all, actor.timeZone, taken, (date) =>
    openDays.has(date) ? Math.max(0, (targets.get(date) ?? 0) - (written.get(date) ?? 0)) : 0,
  );
}

async function tasksOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<TimeSheet["tasks"]> {
  const rows = await tx.rows<TimedTask & { archived: boolean; role: ProjectRole | null }>(namedTasks, [
    [...new Set(ids)],
    actor.id,
    seesAllProjects(actor),
  ]);
  return rows.map(({ archived, role, ...task }) => {
    const held = effectiveRole(actor, role);
    return { ...task, can: { log: held !== null && may(actor, "time-entry-create", { archived, role: held }) } };
  });
}

function projectsOf(tx: Tx, tasks: readonly TimedTask[]): Promise<TimedProject[]> {
  return tx.rows<TimedProject>(timedProjects, [[...new Set(tasks.map((task) => task.project_id))]]);
}

/** Those whose time the reader may see. */
export const readTimedPeople = (tx: Tx): Promise<Person[]> => tx.rows<Person>(timedPeople);

/** Tasks that the actor may write time on. */
export function readLoggable(tx: Tx, actor: Actor, { q, project_id }: { q?: string; project_id?: number }) {
  const pattern = q ? `%${q.replace(/[\\%_]/g, "\\$&")}%` : null;
  return tx.rows<TimedTask & { project_title: string; project_color: string }>(loggable, [
    actor.id,
    seesAllProjects(actor),
    pattern,
    project_id ?? null,
  ]);
}
