import type { ProjectFigure } from "../../../shared/insights/analytics/analytics.schema";
import { type DayRange, isInDayRange } from "../../../shared/insights/analytics/figures.rules";
import { daysBetween } from "../../../shared/work/tasks/cycle-time.rules";
import type { Period } from "../../../shared/kernel/periods.rules";
import type { ProjectFlow } from "./project-flow.read";
import type { CountedTaskRow } from "./project.sql";

/**
 * Tasks finished in a period of tenant-local days. The input is sorted by end with open tasks last, so a binary search is enough: half a
 * year of weeks would otherwise scan all tasks 26 times.
 */
export const tasksFinishedIn = (tasks: readonly CountedTaskRow[], { from, to }: Period): CountedTaskRow[] =>
  tasks.slice(
    firstWhere(tasks, (day) => day >= from),
    firstWhere(tasks, (day) => day > to),
  );

function firstWhere(tasks: readonly CountedTaskRow[], so: (day: string) => boolean): number {
  let [low, high] = [0, tasks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { day } = tasks[middle] as CountedTaskRow;
    if (day === null || so(day)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const cycleDays = ({ startedAt, finishedAt }: CountedTaskRow): number | null =>
  startedAt === null || finishedAt === null ? null : daysBetween(startedAt, finishedAt);

export const leadDays = ({ createdAt, finishedAt }: CountedTaskRow): number | null =>
  finishedAt === null ? null : daysBetween(createdAt, finishedAt);

/** Days from start to completion, or until now for an open task; null for a task that was never started. */
export const daysInProgress = (task: CountedTaskRow, now: number): number | null =>
  task.finishedAt === null ? (task.startedAt === null ? null : daysBetween(task.startedAt, now)) : cycleDays(task);

export const isOpenTask = ({ finishedAt }: CountedTaskRow): boolean => finishedAt === null;
export const isTaskInProgress = (task: CountedTaskRow): boolean => isOpenTask(task) && task.kind === "doing";

const anyLength: DayRange = { min: 0, max: null };

/** Tasks counted by each figure. Figures are the length of these lists, so a figure and its list can't differ. */
export const tasksByFigure: Record<
  Exclude<ProjectFigure, "column">,
  (flow: ProjectFlow, period: Period, range?: DayRange) => CountedTaskRow[]
> = {
  finished: ({ tasks }, period) => tasksFinishedIn(tasks, period),
  cycle: ({ tasks }, period, range = anyLength) =>
    tasksFinishedIn(tasks, period).filter((task) => {
      const days = cycleDays(task);
      return days !== null && isInDayRange(range, days);
    }),
  open: ({ tasks }) => tasks.filter(isOpenTask),
  doing: ({ tasks, now }, _, range = anyLength) =>
    tasks.filter((task) => isTaskInProgress(task) && isInDayRange(range, daysInProgress(task, now) ?? 0)),
  reopened: ({ tasks }, period) => tasksFinishedIn(tasks, period).filter(({ reopened }) => reopened > 0),
  blocked: ({ tasks, blockedDays }, period) => tasksFinishedIn(tasks, period).filter(({ id }) => blockedDays.has(id)),
  estimated: ({ tasks }, period) =>
    tasksFinishedIn(tasks, period).filter(({ estimateMinutes }) => estimateMinutes !== null),
};
