import { useMemo } from "react";
import { useCurrentUser } from "../../../platform/session";
import { Store } from "../../../platform/store";
import type { NewTaskDraft } from "./new-task.draft";

/** Initial values of the dialog; other fields come from the kept draft. */
export interface NewTaskStart {
  title?: string;
  projectId?: number;
  /** `YYYY-MM-DD` */
  due?: string;
}

export type NewTaskErrors = Partial<
  Record<"project" | "column" | "title" | "people" | "tags" | "due" | "form", string>
> & {
  /** Errors of the project's fields by field id. */
  fields?: Readonly<Record<string, string>>;
};

interface Opening {
  start: NewTaskStart;
  /** A task that the server refused, with the reasons. */
  refused?: { draft: NewTaskDraft; errors: NewTaskErrors };
}

export const newTask$ = new Store<Opening | null>(null);

/**
 * Opens the dialog for a new task over the current screen. Users who can't create tasks don't have this dialog; see `useMayCreateTasks`.
 */
export const openNewTask = (start: NewTaskStart = {}): void => newTask$.set({ start });

export const closeNewTask = (): void => newTask$.set(null);

/** Ids of the projects in which the user may create tasks. */
export function useCreatableProjectIds(): ReadonlySet<number> {
  const { project_permissions: all } = useCurrentUser();
  return useMemo(
    () => new Set(all.flatMap(({ project_id: id, permissions }) => (permissions.includes("task-create") ? [id] : []))),
    [all],
  );
}

export const useMayCreateTasks = (): boolean => useCreatableProjectIds().size > 0;
