import type { ProjectState } from "./projects.schema";

/** What the standing of a project is decided by: a project as lists have it. */
export interface ProjectFigures {
  status: ProjectState;
  start_date: string | null;
  end_date: string | null;
  progress: number;
  task_count: number;
  done_count: number;
  doing_count: number;
}

/**
 * How a project stands today. Screens say it in words; `days` and `day` are what the words need.
 * - `behind`: a smaller share of the tasks is done than of the time has passed. Not said in days: tasks differ in size, and
 *   whoever plans more would seem to get later.
 * - `late`: its end has passed, so many days ago.
 */
export type ProjectStanding =
  | { kind: "completed" | "paused" | "planned" | "allDone" | "onTrack" | "underWay" | "notBegun" | "empty" }
  | { kind: "starts"; day: string }
  | { kind: "late"; days: number }
  | { kind: "behind"; expected: number };

/** Up to this share of its timeline a project may lag and is still on track: nobody finishes tasks evenly. */
export const tolerance = 0.03;

const dayMs = 86_400_000;
const daysFrom = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/** @param today `YYYY-MM-DD`, as the reader's calendar says. */
export function standingOf(project: ProjectFigures, today: string): ProjectStanding {
  const { status, start_date: start, end_date: end, progress, task_count, done_count } = project;
  if (status === "completed") return { kind: "completed" };
  if (status === "on_hold") return { kind: "paused" };
  if (start && start > today) return { kind: "starts", day: start };
  if (status === "planned") return { kind: "planned" };
  if (task_count === 0) return { kind: "empty" };
  if (done_count >= task_count) return { kind: "allDone" };
  if (end && end < today) return { kind: "late", days: daysFrom(end, today) };
  if (start && end) return paceOf(start, end, progress, today);
  return { kind: progress > 0 || project.doing_count > 0 ? "underWay" : "notBegun" };
}

/** Work is held against time as if it went on evenly: the first day counts once it is over, the last until it is. */
function paceOf(start: string, end: string, progress: number, today: string): ProjectStanding {
  const length = daysFrom(start, end) + 1;
  const passed = daysFrom(start, today);
  const lag = passed - (progress / 100) * length + 1e-9;
  if (lag < 1 || lag / length < tolerance) return { kind: "onTrack" };
  return { kind: "behind", expected: Math.round((passed / length) * 100) };
}

/** The parts of a progress bar, in per cent of all tasks; the rest isn't begun. */
export function progressParts(project: Pick<ProjectFigures, "task_count" | "done_count" | "doing_count">) {
  if (project.task_count <= 0) return { done: 0, doing: 0 };
  const share = (count: number) => Math.min(100, (Math.max(0, count) / project.task_count) * 100);
  const done = share(project.done_count);
  return { done, doing: Math.min(100 - done, share(project.doing_count)) };
}
