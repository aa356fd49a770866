import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { addDays, dayIn } from "../../shared/time/days.rules";
import type * as contract from "../../shared/time/time.contract";
import { isLocked, type WeekState } from "../../shared/time/week.workflow";
import { type Actor, requirePermission } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { projectAccess, seesAllProjects } from "../projects/projects.policy";
import { visibleTask } from "../tasks/tasks.policy";
import { type EntryRow, presentEntry } from "./time.present";
import { entriesBetween } from "./time.sql";

export interface FoundEntry extends EntryRow {
  projectId: number;
  key: string;
  title: string;
  projectTitle: string;
  state: WeekState;
  /** Whether the reader sees its project. */
  seen: boolean;
}

export interface EntryFilter {
  from?: string | null;
  to?: string | null;
  userId?: number | null;
  taskId?: number | null;
  projectId?: number | null;
}

export function entriesOf(tx: Tx, reader: Actor, filter: EntryFilter): Promise<FoundEntry[]> {
  const { from = null, to = null, userId = null, taskId = null, projectId = null } = filter;
  return tx.rows<FoundEntry>(entriesBetween, [from, to, userId, taskId, projectId, reader.id, seesAllProjects(reader)]);
}

/** May change it: it is their own, and its week is open. */
export const mayEdit = (reader: Actor, entry: FoundEntry): boolean =>
  entry.user.id === reader.id && entry.seen && !isLocked(entry.state);

/**
 * Minutes on tasks that the reader doesn't see, by day: a total that left them out would be wrong, and their names are
 * not the reader's to know.
 */
export function hiddenByDay(entries: readonly FoundEntry[]): { date: string; minutes: number }[] {
  const days = new Map<string, number>();
  for (const { date, minutes, seen } of entries) if (!seen) days.set(date, (days.get(date) ?? 0) + minutes);
  return [...days].map(([date, minutes]) => ({ date, minutes }));
}

/**
 * A task's entries for whoever sees it; else a person's within a range: one's own with `time-tracking-list`, another's
 * with `time-tracking-all`.
 * @throws Problem 404, 403.
 */
export async function listTimeEntries(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract.listTimeEntries>,
): Promise<ReplyOf<typeof contract.listTimeEntries>> {
  const { task_id, project_id } = query;
  if (task_id) await visibleTask(tx, actor, task_id);
  else requirePermission(actor, "time-tracking-list");
  if (project_id) await projectAccess(tx, actor, project_id);
  // People from outside see what they wrote down themself.
  const everybody = task_id && !actor.external ? null : actor.id;
  const userId = query.user_id ?? everybody;
  if ((!task_id || actor.external) && userId !== actor.id) requirePermission(actor, "time-tracking-all");
  const range = task_id ? { from: query.from, to: query.to } : rangeOf(actor, query);
  const entries = await entriesOf(tx, actor, { ...range, userId, taskId: task_id, projectId: project_id });
  return {
    data: entries
      .filter((entry) => entry.seen)
      .map((entry) => ({
        ...presentEntry(entry, entry.projectId, mayEdit(actor, entry)),
        task: { id: entry.taskId, project_id: entry.projectId, key: entry.key, title: entry.title },
        project_title: entry.projectTitle,
      })),
    hidden: hiddenByDay(entries),
  };
}

/** The last seven days where nothing else is asked for; one end given, the other lies a week away. */
function rangeOf(actor: Actor, { from, to }: { from?: string | null; to?: string | null }) {
  if (from && to) return { from, to };
  if (from) return { from, to: addDays(from, 6) };
  const last = to ?? dayIn(actor.timeZone, new Date());
  return { from: addDays(last, -6), to: last };
}
