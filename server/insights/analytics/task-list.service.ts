import { blockedMsByBlocker } from "../../../shared/insights/analytics/blocked.rules";
import { daysBetween } from "../../../shared/work/tasks/cycle-time.rules";
import type { TaskFigure, TaskFigureRow } from "../../../shared/insights/analytics/task-analytics.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../../work/access/projects.policy";
import {
  toIsoInstant,
  type MeasuredTask,
  readMeasuredTask,
  readBlockers,
  type ColumnStay,
} from "./task-analytics.service";
import { selectTaskTitles, selectTimeOnTask } from "./task.sql";

const nothing = { task_id: null, archived: false, to: null, days: null, minutes: null };

/**
 * Lists what a figure of a task counts: its stays, its blockers, or the time logged per day without user names. The figure for touches is
 * the task's history and has no list.
 * @throws Problem 404 or 403 under the same conditions as `readTaskAnalytics`.
 */
export async function listFigureOfTask(
  tx: Tx,
  viewer: Viewer,
  taskId: number,
  figure: TaskFigure,
  now: Date,
): Promise<TaskFigureRow[]> {
  const { task, stays } = await readMeasuredTask(tx, viewer, taskId);
  const end = task.finishedAt ?? now.getTime();
  switch (figure) {
    case "cycle":
      return task.startedAt === null ? [] : clipStays(stays, task.startedAt, end);
    case "lead":
      return clipStays(stays, task.createdAt, end);
    case "waiting":
      return clipStays(
        stays.filter(({ kind, archived }) => kind === "todo" && !archived),
        task.createdAt,
        end,
      );
    case "reopened":
      return stays
        .filter(({ kind }, at) => kind === "done" && (stays[at + 1]?.kind ?? "done") !== "done")
        .map(({ title, archived, from, to }) => ({
          ...nothing,
          title,
          archived,
          from: toIsoInstant(from),
          to: to === null ? null : toIsoInstant(to),
        }));
    case "blocked":
      return blockersOf(tx, task, end);
    default:
      return (await tx.rows<{ day: string; minutes: number }>(selectTimeOnTask, [taskId])).map(({ day, minutes }) => ({
        ...nothing,
        title: "",
        from: day,
        minutes,
      }));
  }
}

function clipStays(stays: readonly ColumnStay[], from: number, end: number): TaskFigureRow[] {
  return stays.flatMap((stay) => {
    const [first, last] = [Math.max(stay.from, from), Math.min(stay.to ?? end, end)];
    if (last < first || stay.to === from || stay.from >= end) return [];
    const { title, archived } = stay;
    return {
      ...nothing,
      title,
      archived,
      from: toIsoInstant(first),
      to: toIsoInstant(last),
      days: daysBetween(first, last),
    };
  });
}

/** Maximum blockers listed; a task may have had thousands. */
export const maxListedBlockers = 1_000;

/**
 * Blocked time per blocker, limited to the blockers with the longest time. The times of overlapping blockers add up to more than the
 * figure.
 */
async function blockersOf(tx: Tx, task: MeasuredTask, end: number): Promise<TaskFigureRow[]> {
  const { changes, blockingStays } = await readBlockers(tx, task);
  const waits = blockedMsByBlocker(changes, blockingStays, end);
  const longest = [...waits]
    .filter(([, { waited }]) => daysBetween(0, waited) > 0)
    .sort(([, a], [, b]) => b.waited - a.waited)
    .slice(0, maxListedBlockers);
  const taskTitles = await tx.rows<{ id: number; key: string; title: string }>(selectTaskTitles, [
    task.projectId,
    longest.map(([id]) => id),
  ]);
  return taskTitles.map(({ id, key, title }) => {
    const { since, waited } = waits.get(id) as { since: number; waited: number };
    return {
      ...nothing,
      title: `${key} ${title}`,
      task_id: id,
      from: toIsoInstant(since),
      days: daysBetween(0, waited),
    };
  });
}
