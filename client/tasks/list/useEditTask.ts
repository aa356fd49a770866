import { useCallback } from "react";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type BoardTask, updateTask } from "../../../shared/tasks/tasks.contract";
import { useAction } from "../../platform/query";

export type TaskEdit = Omit<Partial<BodyOf<typeof updateTask>>, "version">;

/** One edit of a task. */
export function useEditTask(): (task: BoardTask, edit: TaskEdit) => void {
  const { mutate } = useAction(updateTask);
  return useCallback(
    (task, edit) => mutate({ params: { id: task.id }, body: { ...edit, version: task.version } }),
    [mutate],
  );
}
