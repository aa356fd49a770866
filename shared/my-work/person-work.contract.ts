import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { boolean } from "../kernel/schemas";
import { loneColumnReply } from "../tasks/tasks.contract";

/** A task that somebody works on, as far as the reader sees its project. */
export const workedOnReply = object({
  id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  due_date: reply.textOrNull(),
  progress: reply.number(),
  column: loneColumnReply,
  /** `revision`: of its stream, when this was read. */
  project: object({ id: reply.id(), title: reply.text(), revision: reply.number() }),
  /** Their timer runs on it now. */
  running: boolean().required(),
});
export type WorkedOn = InferType<typeof workedOnReply>;

export const personWork = endpoint({
  method: "GET",
  path: "/user/:id/work",
  summary:
    "What somebody works on now, of what the caller sees: the task that their timer runs on, then those of theirs in progress; five at most.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(workedOnReply).required()),
});
