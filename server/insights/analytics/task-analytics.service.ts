import { blockedDurationMs } from "../../../shared/insights/analytics/blocked.rules";
import { daysBetween } from "../../../shared/work/tasks/cycle-time.rules";
import type { AgingTask, TaskAnalytics } from "../../../shared/insights/analytics/task-analytics.contract";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import { projectAccess, canSeeAllProjects, type Viewer } from "../../work/access/projects.policy";
import { selectFlowParameters } from "./project.sql";
import { selectAgingTasks, readBlockingStays, selectBlockers, selectMeasuredTask, selectColumnStays } from "./task.sql";

export interface MeasuredTask {
  id: number;
  projectId: number;
  number: number;
  title: string;
  estimateMinutes: number | null;
  spentMinutes: number;
  /** Number of times the task was reopened; null until the log has been processed. */
  reopened: number | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  touches: number;
}

export interface ColumnStay {
  columnId: number;
  title: string;
  kind: "todo" | "doing" | "done";
  archived: boolean;
  from: number;
  to: number | null;
}

export const toIsoInstant = (at: number): string => new Date(at).toISOString();

/**
 * Reads a task with its stays, also those in earlier projects, the input of its figures and lists.
 * @throws Problem 404 when the viewer can't see it; 403 for external users, who don't see work figures.
 */
export async function readMeasuredTask(tx: Tx, viewer: Viewer, taskId: number) {
  const task = await tx.one<MeasuredTask>(selectMeasuredTask, [taskId]);
  if (!task) throw new Problem("notFound");
  const project = await projectAccess(tx, viewer, task.projectId);
  if (viewer.external) throw new Problem("permission.denied");
  return { task, project, stays: await tx.rows<ColumnStay>(selectColumnStays, [task.projectId, taskId]) };
}

/**
 * Returns where a task's time went, also in earlier projects.
 * @throws Problem 404 when the viewer can't see it; 403 for external users, who don't see work figures.
 */
export async function readTaskAnalytics(tx: Tx, viewer: Viewer, taskId: number, now: Date): Promise<TaskAnalytics> {
  const { task, project, stays } = await readMeasuredTask(tx, viewer, taskId);
  const { id, title, code, color, archived } = project;
  const facts = await tx.one<{ behind: boolean | null }>(selectFlowParameters, [task.projectId]);
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
    created_at: toIsoInstant(task.createdAt),
    started_at: task.startedAt === null ? null : toIsoInstant(task.startedAt),
    finished_at: task.finishedAt === null ? null : toIsoInstant(task.finishedAt),
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
      from: toIsoInstant(stay.from),
      to: stay.to === null ? null : toIsoInstant(stay.to),
      days: daysBetween(stay.from, stay.to ?? Math.max(now.getTime(), stay.from)),
    })),
  };
}

export async function readBlockers(tx: Tx, task: MeasuredTask) {
  const changes = await tx.rows<{ at: number; ids: number[] }>(selectBlockers, [task.id]);
  const ids = [...new Set(changes.flatMap((change) => change.ids))];
  return { changes, blockingStays: await readBlockingStays(tx, task.projectId, ids) };
}

async function blockedMs(tx: Tx, task: MeasuredTask, end: number): Promise<number> {
  const { changes, blockingStays } = await readBlockers(tx, task);
  return blockedDurationMs(changes, blockingStays, end);
}

/** Tasks that have been in progress longest, across the viewer's projects. @throws Problem 403 for external users. */
export async function listTaskAnalytics(tx: Tx, viewer: Viewer, now: Date): Promise<AgingTask[]> {
  if (viewer.external) throw new Problem("permission.denied");
  const rows = await tx.rows<Omit<AgingTask, "days"> & { startedAt: number }>(selectAgingTasks, [
    viewer.id,
    canSeeAllProjects(viewer),
  ]);
  return rows.map(({ startedAt, ...task }) => ({ ...task, days: daysBetween(startedAt, now.getTime()) }));
}
