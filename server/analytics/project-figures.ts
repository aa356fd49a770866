import type { ProjectFigure } from "../../shared/analytics/analytics.schema";
import { daysBetween, type DayRange, inRange } from "../../shared/analytics/figures.rules";
import type { Period } from "../../shared/analytics/periods.rules";
import type { ProjectFlow } from "./project-flow.read";
import type { CountedRow } from "./project.sql";

/**
 * Finished in a period of the organisation's days. They come in the order of their ends, open ones last: half a year of weeks
 * would look at each task twenty-six times.
 */
export const finishedIn = (tasks: readonly CountedRow[], { from, to }: Period): CountedRow[] =>
  tasks.slice(
    firstWhere(tasks, (day) => day >= from),
    firstWhere(tasks, (day) => day > to),
  );

/** Where the days begin that are so; open ones are past every day. */
function firstWhere(tasks: readonly CountedRow[], so: (day: string) => boolean): number {
  let [low, high] = [0, tasks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { day } = tasks[middle] as CountedRow;
    if (day === null || so(day)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const cycleDays = ({ startedAt, finishedAt }: CountedRow): number | null =>
  startedAt === null || finishedAt === null ? null : daysBetween(startedAt, finishedAt);

export const leadDays = ({ createdAt, finishedAt }: CountedRow): number | null =>
  finishedAt === null ? null : daysBetween(createdAt, finishedAt);

/** How long it has been worked on: to its end, or until now. */
export const daysOf = (task: CountedRow, now: number): number | null =>
  task.finishedAt === null ? (task.startedAt === null ? null : daysBetween(task.startedAt, now)) : cycleDays(task);

export const isOpen = ({ finishedAt }: CountedRow): boolean => finishedAt === null;
export const isDoing = (task: CountedRow): boolean => isOpen(task) && task.kind === "doing";

const anyLength: DayRange = { min: 0, max: null };

/** What a figure counts. Figures are the number of these, lists show them: there is no second place that says what is meant. */
export const behindFigure: Record<
  Exclude<ProjectFigure, "column">,
  (flow: ProjectFlow, period: Period, range?: DayRange) => CountedRow[]
> = {
  finished: ({ tasks }, period) => finishedIn(tasks, period),
  cycle: ({ tasks }, period, range = anyLength) =>
    finishedIn(tasks, period).filter((task) => {
      const days = cycleDays(task);
      return days !== null && inRange(range, days);
    }),
  open: ({ tasks }) => tasks.filter(isOpen),
  doing: ({ tasks, now }, _, range = anyLength) =>
    tasks.filter((task) => isDoing(task) && inRange(range, daysOf(task, now) ?? 0)),
  reopened: ({ tasks }, period) => finishedIn(tasks, period).filter(({ reopened }) => reopened > 0),
  blocked: ({ tasks, blockedDays }, period) => finishedIn(tasks, period).filter(({ id }) => blockedDays.has(id)),
  estimated: ({ tasks }, period) => finishedIn(tasks, period).filter(({ estimateMinutes }) => estimateMinutes !== null),
};
