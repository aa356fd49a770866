import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { addDays, localDayIn } from "../../../shared/kernel/days";
import type * as contract from "../../../shared/work/time/time.contract";
import { isWeekLocked, type WeekState } from "../../../shared/work/time/week.workflow";
import { type Actor, requirePermission } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { projectAccess, canSeeAllProjects } from "../access/projects.policy";
import { loadVisibleTask } from "../access/tasks.policy";
import { type EntryRow, presentEntry } from "./time.present";
import { selectEntriesBetween } from "./time.sql";

export interface FoundEntry extends EntryRow {
  projectId: number;
  key: string;
  title: string;
  projectTitle: string;
  state: WeekState;
  /** Whether the reader sees the project of the entry. */
  seen: boolean;
}

export interface EntryFilter {
  from?: string | null;
  to?: string | null;
  userId?: number | null;
  taskId?: number | null;
  projectId?: number | null;
}

export function findTimeEntries(tx: Tx, reader: Actor, filter: EntryFilter): Promise<FoundEntry[]> {
  const { from = null, to = null, userId = null, taskId = null, projectId = null } = filter;
  return tx.rows<FoundEntry>(selectEntriesBetween, [
    from,
    to,
    userId,
    taskId,
    projectId,
    reader.id,
    canSeeAllProjects(reader),
  ]);
}

/** Whether the reader may change an entry. Only the reader's own entries in visible projects and open timesheet weeks can be changed. */
export const mayEditEntry = (reader: Actor, entry: FoundEntry): boolean =>
  entry.user.id === reader.id && entry.seen && !isWeekLocked(entry.state);

/** Minutes per day on tasks invisible to the reader. These minutes count in totals, but the tasks' names aren't disclosed. */
export function hiddenMinutesByDay(entries: readonly FoundEntry[]): { date: string; minutes: number }[] {
  const days = new Map<string, number>();
  for (const { date, minutes, seen } of entries) if (!seen) days.set(date, (days.get(date) ?? 0) + minutes);
  return [...days].map(([date, minutes]) => ({ date, minutes }));
}

/**
 * Lists the entries of a task for all users who see it; external users get only their own. Without a task, lists the entries of one user in
 * a date range: the actor's own with `time-tracking-list`, other users' with `time-tracking-all`.
 * @throws Problem 404 when the task isn't visible; 403 without the permission.
 */
export async function listTimeEntries(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract.listTimeEntries>,
): Promise<ReplyOf<typeof contract.listTimeEntries>> {
  const { task_id, project_id } = query;
  if (task_id) await loadVisibleTask(tx, actor, task_id);
  else requirePermission(actor, "time-tracking-list");
  if (project_id) await projectAccess(tx, actor, project_id);
  // External users see only their own entries.
  const defaultUserId = task_id && !actor.external ? null : actor.id;
  const userId = query.user_id ?? defaultUserId;
  if ((!task_id || actor.external) && userId !== actor.id) requirePermission(actor, "time-tracking-all");
  const range = task_id ? { from: query.from, to: query.to } : rangeOf(actor, query);
  const entries = await findTimeEntries(tx, actor, { ...range, userId, taskId: task_id, projectId: project_id });
  return {
    data: entries
      .filter((entry) => entry.seen)
      .map((entry) => ({
        ...presentEntry(entry, entry.projectId, mayEditEntry(actor, entry)),
        task: { id: entry.taskId, project_id: entry.projectId, key: entry.key, title: entry.title },
        project_title: entry.projectTitle,
      })),
    hidden: hiddenMinutesByDay(entries),
  };
}

/** Default range: the last seven days. If only one end is set, the range is the seven days from or up to it. */
function rangeOf(actor: Actor, { from, to }: { from?: string | null; to?: string | null }) {
  if (from && to) return { from, to };
  if (from) return { from, to: addDays(from, 6) };
  const last = to ?? localDayIn(actor.timeZone, new Date());
  return { from: addDays(last, -6), to: last };
}
