import { createContext, useContext } from "react";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";

export const ShownTaskContext = createContext<TaskDetail | null>(null);

export function useShownTask(): TaskDetail {
  const task = useContext(ShownTaskContext);
  if (!task) throw new Error("There is no task around this.");
  return task;
}
