import { blockedByEach } from "../../shared/analytics/blocked.rules";
import { daysBetween } from "../../shared/analytics/figures.rules";
import type { TaskFigure, TaskFigureRow } from "../../shared/analytics/task-analytics.contract";
import type { Tx } from "../platform/database/unit-of-work";
import type { Viewer } from "../projects/projects.policy";
import { instant, type MeasuredTask, measuredTaskOf, readBlockers, type Stay } from "./task-analytics.service";
import { tasksNamed, timeOnTask } from "./task.sql";

const nothing = { task_id: null, archived: false, to: null, days: null, minutes: null };

/**
 * What a figure of a task counts: its stays as far as they count, what it waited for, or the time that was logged on it, without
 * who logged it. Its touches are its history.
 * @throws Problem 404, 403 as the figures.
 */
export async function listFigureOfTask(
  tx: Tx,
  viewer: Viewer,
  taskId: number,
  figure: TaskFigure,
  now: Date,
): Promise<TaskFigureRow[]> {
  const { task, stays } = await measuredTaskOf(tx, viewer, taskId);
  const end = task.finishedAt ?? now.getTime();
  switch (figure) {
    case "cycle":
      return task.startedAt === null ? [] : within(stays, task.startedAt, end);
    case "lead":
      return within(stays, task.createdAt, end);
    case "waiting":
      return within(
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
          from: instant(from),
          to: to === null ? null : instant(to),
        }));
    case "blocked":
      return blockersOf(tx, task, end);
    default:
      return (await tx.rows<{ day: string; minutes: number }>(timeOnTask, [taskId])).map(({ day, minutes }) => ({
        ...nothing,
        title: "",
        from: day,
        minutes,
      }));
  }
}

/** The stays between two moments, cut off at both. */
function within(stays: readonly Stay[], from: number, end: number): TaskFigureRow[] {
  return stays.flatMap((stay) => {
    const [first, last] = [Math.max(stay.from, from), Math.min(stay.to ?? end, end)];
    if (last < first || stay.to === from || stay.from >= end) return [];
    const { title, archived } = stay;
    return { ...nothing, title, archived, from: instant(first), to: instant(last), days: daysBetween(first, last) };
  });
}

/** As many are told: a task may have waited for thousands. */
export const mostBlockersListed = 1_000;

/**
 * Each with the time for which it alone was waited for: where two were waited for at once, they come to more than the figure. Of very many
 * those that were waited for longest.
 */
async function blockersOf(tx: Tx, task: MeasuredTask, end: number): Promise<TaskFigureRow[]> {
  const { changes, ends } = await readBlockers(tx, task);
  const waits = blockedByEach(changes, ends, end);
  const longest = [...waits]
    .filter(([, { waited }]) => daysBetween(0, waited) > 0)
    .sort(([, a], [, b]) => b.waited - a.waited)
    .slice(0, mostBlockersListed);
  const named = await tx.rows<{ id: number; key: string; title: string }>(tasksNamed, [
    task.projectId,
    longest.map(([id]) => id),
  ]);
  return named.map(({ id, key, title }) => {
    const { since, waited } = waits.get(id) as { since: number; waited: number };
    return { ...nothing, title: `${key} ${title}`, task_id: id, from: instant(since), days: daysBetween(0, waited) };
  });
}
