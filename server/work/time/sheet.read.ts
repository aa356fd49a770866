import { capacityOf, type WorkingTime } from "../../../shared/work/time/workload.rules";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { type Actor as Person, userStream } from "../../../shared/kernel/events";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import { addDays, localDayIn, daysFrom, mondayOf } from "../../../shared/kernel/days";
import type { readTimeSheet as readTimeSheetEndpoint, TimeSheet } from "../../../shared/work/time/sheet.contract";
import {
  cellKey,
  type TaskActivity,
  type Suggestion,
  suggestionsOf,
} from "../../../shared/work/time/suggestions.rules";
import type { TimedProject, TimedTask } from "../../../shared/work/time/time.contract";
import { isWeekLocked, type WeekState } from "../../../shared/work/time/week.workflow";
import { daysOff } from "./time.slots";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { effectiveRole, mayInProject, projectAccess, canSeeAllProjects } from "../access/projects.policy";
import {
  selectTaskActivities,
  selectDiscardedTimers,
  selectPerson,
  selectLoggableTasks,
  selectSheetTasks,
  selectPeopleWithTime,
  selectSheetProjects,
  selectTimesheetWeekStates,
} from "./sheet.sql";
import { presentEntry } from "./time.present";
import { findTimeEntries, type FoundEntry, mayEditEntry } from "./time.read";
import { likePatternsOf } from "../../platform/database/search";

type Query = QueryOf<typeof readTimeSheetEndpoint>;

interface TimedPerson extends Person, WorkingTime {
  timeZone: string;
}

/**
 * Reads a user's timesheet. Time in projects invisible to the reader counts in totals but is unnamed.
 * @throws Problem 403 for another user's timesheet without `time-tracking-all`; 404 for an unknown user.
 */
export async function readTimeSheet(tx: Tx, actor: Actor, query: Query, now: Date): Promise<TimeSheet> {
  const { from, to, user_id: userId = actor.id, project_id: projectId } = query;
  const own = userId === actor.id;
  if (!own && !actor.permissions.has("time-tracking-all")) throw new Problem("permission.denied");
  const person = await tx.one<TimedPerson>(selectPerson, [userId]);
  if (!person) throw new Problem("notFound");
  if (projectId) await projectAccess(tx, actor, projectId);

  // All projects: a project filter limits the rows, but a day is filled by the time in every project.
  const allEntries = await findTimeEntries(tx, actor, { from, to, userId });
  const isInFilter = (entry: FoundEntry) => !projectId || entry.projectId === projectId;
  const entries = allEntries.filter((entry) => entry.seen && isInFilter(entry));
  const weeks = await tx.rows<{ monday: string; state: WeekState }>(selectTimesheetWeekStates, [userId, from, to]);
  const stateOf = new Map(weeks.map(({ monday, state }) => [monday, state]));
  const days = daysFrom(from, to).map((date) => ({ date, state: stateOf.get(mondayOf(date)) ?? ("open" as const) }));
  const today = localDayIn(person.timeZone, now);
  const open = days.filter((day) => !isWeekLocked(day.state) && day.date <= today).map((day) => day.date);
  const targets = await targetsOf(tx, person, from, to);
  const suggestions = own ? await suggest(tx, actor, { entries: allEntries, open, projectId, targets }) : [];
  const tasks = await tasksOf(tx, actor, [
    ...entries.map((entry) => entry.taskId),
    ...suggestions.map((one) => one.task_id),
  ]);
  const hidden = minutesByDayOf(allEntries.filter((entry) => !entry.seen || !isInFilter(entry)));
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
    entries: entries.map((entry) => presentEntry(entry, entry.projectId, mayEditEntry(actor, entry))),
    suggestions: suggestions.filter((one) => loggableIds.has(one.task_id)).map(presentSuggestion),
    can: { log: own },
  };
}

function minutesByDayOf(entries: readonly FoundEntry[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const { date, minutes } of entries) days.set(date, (days.get(date) ?? 0) + minutes);
  return days;
}

/** Target minutes per day; zero on non-working days, holidays and leave. */
async function targetsOf(tx: Tx, person: TimedPerson, from: string, to: string): Promise<Map<string, number>> {
  const off = (await daysOff.filling(tx, [person.id], from, to)).get(person.id) ?? [];
  const minutesOf = (day: string) => capacityOf({ from: day, to: day }, person, off).capacity_minutes;
  return new Map(daysFrom(from, to).map((day) => [day, minutesOf(day)]));
}

const presentSuggestion = ({ source, ...cell }: Suggestion) => ({
  ...cell,
  source: { kind: source.kind, at: source.at, minutes: source.minutes ?? null, column: source.column ?? null },
});

interface Ground {
  /** Entries of all projects, including those that the project filter hides. */
  entries: readonly FoundEntry[];
  /** Days in timesheet weeks that aren't submitted. */
  open: readonly string[];
  projectId: number | undefined;
  targets: ReadonlyMap<string, number>;
}

async function suggest(tx: Tx, actor: Actor, { entries, open, projectId, targets }: Ground): Promise<Suggestion[]> {
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last) return [];
  // A local day starts up to 14 hours before and ends up to 12 hours after the UTC day of the same date.
  const between = [`${addDays(first, -1)}T00:00:00Z`, `${addDays(last, 2)}T00:00:00Z`];
  const seesAll = canSeeAllProjects(actor);
  const done = await tx.rows<Omit<TaskActivity, "at" | "minutes"> & { at: Date }>(selectTaskActivities, [
    actor.id,
    ...between,
    actor.id,
    seesAll,
    projectId ?? null,
  ]);
  const thrown = await tx.rows<{ task_id: number; at: Date; minutes: number }>(selectDiscardedTimers, [
    userStream(actor.id),
    ...between,
  ]);
  const all: TaskActivity[] = [
    ...done.map((activity) => ({ ...activity, at: activity.at.toISOString() })),
    ...thrown.map((activity) => ({ ...activity, kind: "timer" as const, at: activity.at.toISOString() })),
  ];
  const minutesByDay = minutesByDayOf(entries);
  const filledCells = new Set(entries.map((entry) => cellKey(entry.taskId, entry.date)));
  const openDays = new Set(open);
  return suggestionsOf(all, actor.timeZone, filledCells, (date) =>
    openDays.has(date) ? Math.max(0, (targets.get(date) ?? 0) - (minutesByDay.get(date) ?? 0)) : 0,
  );
}

async function tasksOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<TimeSheet["tasks"]> {
  const rows = await tx.rows<TimedTask & { archived: boolean; role: ProjectRole | null }>(selectSheetTasks, [
    [...new Set(ids)],
    actor.id,
    canSeeAllProjects(actor),
  ]);
  return rows.map(({ archived, role, ...task }) => {
    const projectRole = effectiveRole(actor, role);
    return {
      ...task,
      can: { log: projectRole !== null && mayInProject(actor, "time-entry-create", { archived, role: projectRole }) },
    };
  });
}

function projectsOf(tx: Tx, tasks: readonly TimedTask[]): Promise<TimedProject[]> {
  return tx.rows<TimedProject>(selectSheetProjects, [[...new Set(tasks.map((task) => task.project_id))]]);
}

export const readTimedPeople = (tx: Tx): Promise<Person[]> => tx.rows<Person>(selectPeopleWithTime);

export function readLoggableTasks(tx: Tx, actor: Actor, { q, project_id }: { q?: string; project_id?: number }) {
  return tx.rows<TimedTask & { project_title: string; project_color: string }>(selectLoggableTasks, [
    actor.id,
    canSeeAllProjects(actor),
    likePatternsOf(q),
    project_id ?? null,
  ]);
}
