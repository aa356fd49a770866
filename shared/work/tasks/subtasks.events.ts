import { array, type InferType, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { string } from "../../kernel/schemas";
import { boardTaskReply } from "./tasks.contract";
import { subtaskReply } from "./subtasks.contract";
import { finished } from "./tasks.events";

const tally = boardTaskReply.pick(["progress", "version", "subtask_count", "subtask_done_count"]);
export type TaskTally = InferType<typeof tally>;

/** The task to which the subtask belongs; `key` and `title` are those of the task. */
const onTask = { task_id: reply.id(), project_id: reply.id(), key: reply.text(), title: reply.text() };
const created = subtaskReply.shape({ ...onTask, task: tally, finished });

export const subtaskEvents = defineEvents({
  "subtask.created": created,
  /** `before`: previous values of the changed fields. */
  "subtask.updated": created.shape({
    before: subtaskReply
      .pick(["name", "completed", "due_date"])
      .partial()
      .shape({ assignee: personReply.nullable().optional().default(undefined) }),
  }),
  /** `task_made`: key of the task into which the subtask was converted. */
  "subtask.deleted": object({
    ...onTask,
    id: reply.id(),
    name: reply.text(),
    task: tally,
    finished,
    task_made: string(),
  }),
  "subtask.sorted": object({ ...onTask, ids: array(reply.id()).required() }),
});

export interface SubtaskEvents extends EventsOf<typeof subtaskEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends SubtaskEvents {}
}
