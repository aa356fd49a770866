import type { BoardTask } from "../tasks/tasks.contract";
import type { Subtask } from "./subtasks.contract";

/** What a subtask changes on its task's card. */
export type TaskTally = Pick<BoardTask, "progress" | "version" | "subtask_count" | "subtask_done_count">;

/** `key` and `title` are the task's. */
interface OnTask {
  task_id: number;
  project_id: number;
  key: string;
  title: string;
}

/** On the project's stream. */
export interface SubtaskEvents {
  "subtask.created": Subtask & OnTask & { task: TaskTally };
  /** `before`: the fields that changed, as they were. */
  "subtask.updated": Subtask &
    OnTask & {
      task: TaskTally;
      before: Partial<Pick<Subtask, "name" | "completed" | "assignee" | "due_date">>;
    };
  /** `task_made`: it lives on as a task of this key. */
  "subtask.deleted": OnTask & { id: number; name: string; task: TaskTally; task_made?: string };
  /** All subtasks of the task, in order. */
  "subtask.sorted": OnTask & { ids: number[] };
}
