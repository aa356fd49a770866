import { dayNumber } from "../../kernel/day-number";
import type { ProjectState } from "./projects.schema";

export interface ProjectFigures {
  status: ProjectState;
  start_date: string | null;
  end_date: string | null;
  progress: number;
  task_count: number;
  done_count: number;
  doing_count: number;
  overdue_count: number;
  /** Sums over tasks with an estimate; the time spent is null for readers who may not see it. */
  estimate_minutes: number;
  spent_on_estimated_minutes: number | null;
}

/**
 * Health of a project today. Screens display it as text; `days` and `day` are values of that text.
 * - `behind`: the percentage of finished tasks is lower than that of elapsed time. Not expressed in days, because tasks differ in size and
 *   longer timelines would seem to be later.
 * - `late`: the planned end passed `days` ago.
 * - `lateTasks`, `overEstimate`: progress is on schedule, but tasks are overdue, or more time was spent than estimated for the whole
 *   project. On track would contradict these figures.
 * - `forecastLate`: progress is on schedule, but the displayed forecast is later than the planned end.
 */
export type ProjectHealth =
  | { kind: "paused" | "planned" | "allDone" | "onTrack" | "underWay" | "notBegun" | "empty" }
  | { kind: "completed"; open: number }
  | { kind: "lateTasks"; count: number }
  | { kind: "overEstimate"; percent: number }
  | { kind: "starts"; day: string }
  | { kind: "forecastLate"; day: string | null }
  | { kind: "late"; days: number }
  | { kind: "behind"; expected: number };

/** The day by which the open tasks are finished with a probability of 85 percent; null if it is beyond the limit of the forecast. */
export interface ForecastDay {
  day: string | null;
}

/** Lag, as a fraction of the timeline, below which a project is on track, because progress is never uniform. */
export const onTrackTolerance = 0.03;

const daysFrom = (from: string, to: string) => dayNumber(to) - dayNumber(from);

/**
 * @param today `YYYY-MM-DD` in the reader's time zone.
 * @param forecast Only on screens that display a forecast.
 */
export function projectHealthOf(
  project: ProjectFigures,
  today: string,
  forecast: ForecastDay | null = null,
): ProjectHealth {
  const { status, start_date: start, end_date: end, progress, task_count, done_count } = project;
  if (status === "completed") return { kind: "completed", open: Math.max(0, task_count - done_count) };
  if (status === "on_hold") return { kind: "paused" };
  if (start && start > today) return { kind: "starts", day: start };
  if (status === "planned") return { kind: "planned" };
  if (task_count === 0) return { kind: "empty" };
  if (done_count >= task_count) return { kind: "allDone" };
  if (end && end < today) return { kind: "late", days: daysFrom(end, today) };
  const pace: ProjectHealth | null = start && end ? paceOf(start, end, progress, today) : null;
  if (pace?.kind === "behind") return pace;
  if (project.overdue_count > 0) return { kind: "lateTasks", count: project.overdue_count };
  const { estimate_minutes: estimate, spent_on_estimated_minutes: spent } = project;
  if (spent !== null && estimate > 0 && spent > estimate)
    return { kind: "overEstimate", percent: Math.round((spent / estimate) * 100) };
  const isLate = forecast !== null && end !== null && (forecast.day === null || forecast.day > end);
  if (pace) return isLate ? { kind: "forecastLate", day: forecast.day } : pace;
  return { kind: progress > 0 || project.doing_count > 0 ? "underWay" : "notBegun" };
}

/** Compares progress with elapsed time, assuming linear progress; today does not count as elapsed. */
function paceOf(start: string, end: string, progress: number, today: string): ProjectHealth {
  const length = daysFrom(start, end) + 1;
  const passed = daysFrom(start, today);
  const lag = passed - (progress / 100) * length + 1e-9;
  if (lag < 1 || lag / length < onTrackTolerance) return { kind: "onTrack" };
  return { kind: "behind", expected: Math.round((passed / length) * 100) };
}

/** Finished and started tasks in percent of all tasks, for the progress bar; the remaining tasks are not started. */
export function progressParts(project: Pick<ProjectFigures, "task_count" | "done_count" | "doing_count">) {
  if (project.task_count <= 0) return { done: 0, doing: 0 };
  const share = (count: number) => Math.min(100, (Math.max(0, count) / project.task_count) * 100);
  const done = share(project.done_count);
  return { done, doing: Math.min(100 - done, share(project.doing_count)) };
}
