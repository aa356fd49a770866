import { type LinkedTask, pathOfTask, taskLayout$ } from "../../platform/task-layout";
import { useValue } from "../../platform/value";

/** Where a link to a task leads: each person chooses whether tasks open over their board or as a page. */
export function useTaskPath(): (task: LinkedTask) => string {
  const layout = useValue(taskLayout$);
  return (task) => pathOfTask(layout, task);
}
