import { dayMs, workingTimesBetween } from "../../../platform/demo/demo.calendar";
import type { DemoProject, DemoTask } from "./demo.project";
import type { Random } from "../../../platform/demo/demo.random";

export type TaskStep =
  | { kind: "create"; column: number; due: number | null; assigned: boolean }
  | { kind: "assign" }
  | { kind: "due"; due: number }
  | { kind: "work" }
  | { kind: "comment" }
  | { kind: "move"; column: number; last: boolean }
  | { kind: "archive" };

export interface PlannedTask extends DemoTask {
  column: number;
  place: number;
  steps: { at: number; step: TaskStep }[];
}

interface Period {
  from: number;
  to: number;
  now: number;
}

/** Due dates of open tasks in days from today, from the top of a column down. */
const dueOfDoing = [-3, 0, 1, 4, 2, 7, 10, null];
const dueOfTodo = [5, 2, 9, null, 14, -1, 20, null, 27];

export function planTask(
  random: Random,
  project: DemoProject,
  task: DemoTask,
  column: number,
  place: number,
  of: number,
  period: Period,
): PlannedTask {
  const kind = project.columns[column]?.kind ?? "todo";
  const done = kind === "done";
  const span = period.to - period.from;
  // Done columns have the most recent task on top, and most of their tasks are from recent weeks. Open tasks were created in the last
  // weeks.
  const age = done
    ? span * (0.06 + 0.86 * ((place + random.next()) / of) ** 1.6)
    : dayMs * (1 + random.next() ** 1.3 * 62);
  const from = Math.max(period.from + dayMs, period.to - age);
  const to = done ? Math.min(period.to, from + dayMs * (3 + random.next() * 22)) : period.to;

  const due = dueOf(random, kind, place, (to - period.now) / dayMs);
  const steps = [...stepsOf(random, project, task, column, due)];
  const moments = workingTimesBetween(random, steps.length, from, to, period.now);
  const planned = steps.map((step, index) => ({ at: moments[index] as number, step }));
  const finished = moments.at(-1) as number;
  // Not random, so that every project always has archived tasks.
  if (done && period.now - finished > 25 * dayMs && place % 3 === 2) {
    const [at] = workingTimesBetween(random, 1, finished + 5 * dayMs, finished + 20 * dayMs, period.now);
    planned.push({ at: at as number, step: { kind: "archive" } });
  }
  return { ...task, column, place, steps: planned };
}

function dueOf(random: Random, kind: string, place: number, endsIn: number): number | null {
  if (kind === "done") return random.chance(0.7) ? Math.round(endsIn) + random.between(-2, 5) : null;
  const pattern = kind === "doing" ? dueOfDoing : dueOfTodo;
  return pattern[place % pattern.length] ?? null;
}

function* stepsOf(
  random: Random,
  project: DemoProject,
  task: DemoTask,
  column: number,
  due: number | null,
): Generator<TaskStep> {
  const path = pathTo(random, project, column);
  const assigned = random.chance(0.5) || path.length === 1;
  const dueLater = due !== null && random.chance(0.35);
  yield { kind: "create", column: path[0] as number, due: dueLater ? null : due, assigned };
  if (random.chance(0.35)) yield { kind: "comment" };
  if (!assigned) yield { kind: "assign" };
  if (dueLater) yield { kind: "due", due };
  const kindOf = (index: number) => project.columns[index]?.kind;
  let open = path.length > 1 ? task.subtasks.length : 0;
  for (let at = 1; at < path.length; at++) {
    const next = path[at] as number;
    const toDone = kindOf(next) === "done";
    while (toDone && open-- > 0) yield { kind: "work" };
    yield { kind: "move", column: next, last: at === path.length - 1 };
    if (kindOf(next) !== "doing") continue;
    for (let part = random.between(1, Math.max(1, Math.ceil(task.subtasks.length / 2))); part > 0 && open > 1; part--) {
      open--;
      yield { kind: "work" };
    }
    if (task.subtasks.length === 0 && random.chance(0.6)) yield { kind: "work" };
    for (let words = random.between(0, 3); words > 0; words--) yield { kind: "comment" };
  }
  if (random.chance(0.2)) yield { kind: "comment" };
}

/** Columns the task went through; some are skipped, and occasionally it moves back once. */
function pathTo(random: Random, project: DemoProject, column: number): number[] {
  const entries = project.columns.map((_, index) => index).filter((index) => project.columns[index]?.kind === "todo");
  const entry = Math.min(column, random.pick(entries));
  const path = [entry];
  for (let index = entry + 1; index < column; index++) if (random.chance(0.8)) path.push(index);
  const last = path.at(-1) as number;
  if (project.columns[last]?.kind === "doing" && path.length > 2 && random.chance(0.15)) {
    path.push(path[path.length - 2] as number, last);
  }
  if (path.at(-1) !== column) path.push(column);
  return path;
}
