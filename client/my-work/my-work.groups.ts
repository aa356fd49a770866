import type { WorkProject, WorkTask } from "../../shared/my-work/my-work.contract";
import { addDays, type DueFilter, foldText } from "../../shared/tasks/tasks.filter.rules";
import type { WorkGrouping } from "./my-work.query";

export const dueGroups = ["overdue", "today", "week", "later", "none"] as const;
export type DueGroup = (typeof dueGroups)[number];

export type WorkGroup = { tasks: WorkTask[] } & ({ due: DueGroup } | { project: WorkProject });

/** A week is the seven days that begin today: on a Friday "this week" must not end tomorrow. */
export function dueGroupOf({ due_date: due }: Pick<WorkTask, "due_date">, today: string): DueGroup {
  if (due === null) return "none";
  if (due < today) return "overdue";
  if (due === today) return "today";
  return due < addDays(today, 7) ? "week" : "later";
}

/** `week` as a filter holds today as well. */
export function isDue(task: Pick<WorkTask, "due_date">, filter: DueFilter | null, today: string): boolean {
  const group = dueGroupOf(task, today);
  return filter === null || group === filter || (filter === "week" && group === "today");
}

export function matchesText(task: Pick<WorkTask, "key" | "title">, text: string): boolean {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const own = foldText(`${task.key} ${task.title}`);
  return words.every((word) => own.includes(word));
}

/** In the order in which they come within each group; groups without tasks are left out. */
export function groupsOf(
  tasks: readonly WorkTask[],
  projects: readonly WorkProject[],
  by: WorkGrouping,
  today: string,
): WorkGroup[] {
  const groups: WorkGroup[] =
    by === "due"
      ? dueGroups.map((due) => ({ due, tasks: tasks.filter((task) => dueGroupOf(task, today) === due) }))
      : projects.map((project) => ({ project, tasks: tasks.filter((task) => task.project_id === project.id) }));
  return groups.filter((group) => group.tasks.length > 0);
}
