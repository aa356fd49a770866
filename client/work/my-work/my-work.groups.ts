import type { WorkProject, WorkTask } from "../../../shared/work/my-work/my-work.contract";
import { addDays } from "../../../shared/work/tasks/tasks.conditions.rules";
import type { WorkGrouping } from "../../../shared/work/my-work/my-work.address.rules";

export const dueGroups = ["overdue", "today", "week", "later", "none"] as const;
export type DueGroup = (typeof dueGroups)[number];

export type WorkGroup = { tasks: WorkTask[] } & ({ due: DueGroup } | { project: WorkProject });

/** A week is the next seven days, today included: on a Friday "this week" must not end tomorrow. */
export function dueGroupOf({ due_date: due }: Pick<WorkTask, "due_date">, today: string): DueGroup {
  if (due === null) return "none";
  if (due < today) return "overdue";
  if (due === today) return "today";
  return due < addDays(today, 7) ? "week" : "later";
}

/** Groups in display order, without empty ones; tasks keep their order within each group. */
export function groupWorkTasks(
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

/**
 * Number of groups above the next bookings: the overdue group, or all groups when grouping by project, because each may contain overdue
 * tasks.
 */
export const countGroupsAboveBookings = (groups: readonly WorkGroup[]): number =>
  groups.filter((group) => !("due" in group) || group.due === "overdue").length;
