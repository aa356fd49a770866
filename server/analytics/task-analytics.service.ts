import { blockedFor } from "../../shared/analytics/blocked.rules";
import { daysBetween } from "../../shared/analytics/figures.rules";
import type { AgingTask, TaskAnalytics } from "../../shared/analytics/task-analytics.contract";
import { Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import { projectAccess, seesAllProjects, type Viewer } from "../projects/projects.policy";
import { flowFacts } from "./project.sql";
import { agingTasks, blockersOfTask, endsOfTasks, measuredTask, staysOfTask } from "./task.sql";

export interface MeasuredTask {
  id: number;
  projectId: number;
  number: number;
  title: string;
  estimateMinutes: number | null;
  spentMinutes: number;
  /** Null: the log hasn't been read so far. */
  reopened: number | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  touches: number;
}

export interface Stay {
  columnId: number;
  title: string;
  kind: "todo" | "doing" | "done";
  archived: boolean;
  from: number;
  to: number | null;
}

export const instant = (at: number): string => new Date(at).toISOString();

/**
 * A task with its stays in the project that it is in now: what its figures and their lists are made of.
 * @throws Problem 404 when it isn't the viewer's to see; 403 for people from outside: these are figures of work.
 */
export async function measuredTaskOf(tx: Tx, viewer: Viewer, taskId: number) {
  const task = await tx.one<MeasuredTask>(measuredTask, [taskId]);
  if (!task) throw new Problem("notFound");
  const project = await projectAccess(tx, viewer, task.projectId);
  if (viewer.external) throw new Problem("permission.denied");
  return { task, project, stays: await tx.rows<Stay>(staysOfTask, [task.projectId, taskId]) };
}

/**
 * Where the time of a task went, in the project that it is in now.
 * @throws Problem 404 when it isn't the viewer's to see; 403 for people from outside: these are figures of work.
 */
export async function readTaskAnalytics(tx: Tx, viewer: Viewer, taskId: number, now: Date): Promise<TaskAnalytics> {
  const { task, project, stays } = await measuredTaskOf(tx, viewer, taskId);
  const { id, title, code, color, archived } = project;
  const facts = await tx.one<{ behind: boolean | null }>(flowFacts, [task.projectId]);
  const end = task.finishedAt ?? now.getTime();
  const waited = stays
    .filter(({ kind, archived: away, from }) => kind === "todo" && !away && from < end)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to ?? end, end) - from), 0);
  return {
    id: task.id,
    key: `${code}-${task.number}`,
    title: task.title,
    project: { id, title, code, color, archived },
    behind: facts?.behind ?? false,
    created_at: instant(task.createdAt),
    started_at: task.startedAt === null ? null : instant(task.startedAt),
    finished_at: task.finishedAt === null ? null : instant(task.finishedAt),
    cycle_days: task.startedAt === null ? null : daysBetween(task.startedAt, end),
    lead_days: daysBetween(task.createdAt, end),
    waiting_days: daysBetween(0, waited),
    blocked_days: daysBetween(0, await blockedMs(tx, task, end)),
    reopened: task.reopened ?? 0,
    touches: task.touches,
    estimate_minutes: task.estimateMinutes,
    spent_minutes: task.spentMinutes,
    stays: stays.map((stay) => ({
      column_id: stay.columnId,
      column: stay.title,
      kind: stay.kind,
      archived: stay.archived,
      from: instant(stay.from),
      to: stay.to === null ? null : instant(stay.to),
      days: daysBetween(stay.from, stay.to ?? Math.max(now.getTime(), stay.from)),
    })),
  };
}

/** What it waited for, each time that was changed, and when those were done. */
export async function readBlockers(tx: Tx, task: MeasuredTask) {
  const changes = await tx.rows<{ at: number; ids: number[] }>(blockersOfTask, [task.id]);
  const ids = [...new Set(changes.flatMap((change) => change.ids))];
  const rows =
    ids.length === 0
      ? []
      : await tx.rows<{ id: number; finishedAt: number | null }>(endsOfTasks, [task.projectId, ids]);
  return { changes, ends: new Map(rows.map(({ id, finishedAt }) => [id, finishedAt])) };
}

async function blockedMs(tx: Tx, task: MeasuredTask, end: number): Promise<number> {
  const { changes, ends } = await readBlockers(tx, task);
  return blockedFor(changes, ends, end);
}

/** What has been in progress for longest, over the projects that the viewer sees. @throws Problem 403 for people from outside. */
export async function listTaskAnalytics(tx: Tx, viewer: Viewer, now: Date): Promise<AgingTask[]> {
  if (viewer.external) throw new Problem("permission.denied");
  const rows = await tx.rows<Omit<AgingTask, "days"> & { startedAt: number }>(agingTasks, [
    viewer.id,
    seesAllProjects(viewer),
  ]);
  return rows.map(({ startedAt, ...task }) => ({ ...task, days: daysBetween(startedAt, now.getTime()) }));
}
