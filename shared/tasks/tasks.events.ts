import type { Actor } from "../kernel/events";
import type { RelatedTask } from "./blockers.contract";
import type { BoardColumn, BoardTask } from "./tasks.contract";
import type { TaskRecord } from "./tasks.field-lists";
import type { ColumnKind } from "./tasks.schema";

/** What `task.updated` may carry: the fields that changed, as they are now. */
export type TaskChange = Partial<
  TaskRecord & {
    /** The picture of the attachment that `cover_id` names: what cards show of it. */
    cover_url: BoardTask["cover_url"];
  }
>;

/**
 * On the project's stream. `key` and `title` are in every event, so that feeds and notifications need no look-up and
 * still read right after the task is gone.
 */
interface TaskRef {
  id: number;
  project_id: number;
  key: string;
  title: string;
}

export interface TaskEvents {
  "task.created": BoardTask;
  /** `users` and `groups` newly assigned that the board may not know yet. */
  "task.updated": {
    id: number;
    project_id: number;
    key: string;
    version: number;
    before: TaskChange;
    users?: Actor[];
    /** With new blockers: they and the task itself, as panels name them. */
    related?: RelatedTask[];
  } & TaskChange;
  "task.moved": TaskRef & {
    task_status_id: number;
    rank: string;
    version: number;
    progress: number;
    from_task_status_id: number;
  };
  "task.archived": TaskRef & { task_status_id: number; version: number };
  /** The whole card: boards have dropped it. */
  "task.restored": BoardTask;
  /** To another project, which not everyone here may see: only its id is said. */
  "task.left": TaskRef & { to_project_id: number };
  /** The whole card, from another project. */
  "task.arrived": BoardTask & { from_key: string; from_project_id: number };
  "task.deleted": TaskRef & { archived: boolean };
  "column.created": BoardColumn;
  "column.updated": BoardColumn & { before: Partial<BoardColumn> };
  /** All columns of the project, in order. */
  "column.sorted": { project_id: number; ids: number[] };
  /** New ranks for a whole column: they had grown too long. Order is unchanged. */
  "column.rebalanced": { id: number; project_id: number; ranks: Record<number, string> };
  /** Its tasks have moved before, each by a `task.moved`. */
  "column.deleted": { id: number; project_id: number; title: string; kind: ColumnKind };
}
