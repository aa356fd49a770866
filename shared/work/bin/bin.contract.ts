import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { binKind, binQuery } from "./bin.schema";

export const binEntryReply = object({
  id: reply.id(),
  kind: binKind().required(),
  /** The id that the record had and has again after it was restored. */
  record_id: reply.id(),
  /** Tasks only, such as `WEB-12`. */
  key: reply.textOrNull(),
  title: reply.text(),
  deleted_at: reply.text(),
  /** Null if the user no longer exists. */
  deleted_by: personReply.nullable().defined(),
  /** When the record is deleted for good. */
  purge_at: reply.text(),
});
export type BinEntry = InferType<typeof binEntryReply>;

export const listBin = endpoint({
  method: "GET",
  path: "/project/:id/bin",
  scope: "project-view",
  summary: "Lists what is in a project's bin and the caller may restore, last deleted first.",
  params: object({ id: pathId("project") }),
  query: binQuery,
  reply: object({ message: string(), data: array(binEntryReply).required(), meta: pageMeta }),
});

const taskInBin = object({ id: pathId("deletedTask") });
const columnInBin = object({ id: pathId("deletedColumn") });

export const restoreDeletedTask = endpoint({
  method: "POST",
  path: "/bin/tasks/:id/restore",
  scope: "task-delete",
  summary: "Restores a deleted task with everything on it. The id is the task's.",
  params: taskInBin,
  reply: dataReply(
    object({
      id: reply.id(),
      project_id: reply.id(),
      task_status_id: reply.id(),
      /** Whether the task is in the first column because its own was deleted. */
      is_in_other_column: boolean().required(),
      /** Number of time entries that were left out, because their week was submitted or their day is full. */
      omitted_time_entry_count: reply.number(),
      /** Keys of the tasks that no longer block it, because they wait for it by now or the project has too many dependencies. */
      omitted_blocker_keys: array(reply.text()).required(),
    }),
  ),
  problems: ["project.archived", "request.invalid"],
});

export const restoreDeletedColumn = endpoint({
  method: "POST",
  path: "/bin/columns/:id/restore",
  scope: "status-edit",
  summary: "Restores a deleted column, and moves back its tasks that nobody has moved since. The id is the column's.",
  params: columnInBin,
  reply: dataReply(object({ id: reply.id(), project_id: reply.id(), task_count: reply.number() })),
  problems: ["project.archived", "request.invalid"],
});

export const purgeDeletedTask = endpoint({
  method: "DELETE",
  path: "/bin/tasks/:id",
  scope: "task-delete",
  summary: "Deletes a task in the bin for good, with its files. The id is the task's.",
  params: taskInBin,
  reply: deletedReply,
  problems: ["project.archived"],
});

const viewInBin = object({ id: pathId("deletedView") });

export const restoreDeletedView = endpoint({
  method: "POST",
  path: "/bin/views/:id/restore",
  summary: "Restores a deleted view with its position and favorites. The id is the view's.",
  params: viewInBin,
  reply: dataReply(object({ id: reply.id(), project_id: reply.numberOrNull() })),
  problems: ["project.archived", "request.invalid"],
});

export const purgeDeletedView = endpoint({
  method: "DELETE",
  path: "/bin/views/:id",
  summary: "Deletes a view in the bin for good. The id is the view's.",
  params: viewInBin,
  reply: deletedReply,
  problems: ["project.archived"],
});

const templateInBin = object({ id: pathId("deletedTaskTemplate") });

export const restoreDeletedTemplate = endpoint({
  method: "POST",
  path: "/bin/templates/:id/restore",
  scope: "project-edit",
  summary: "Restores a deleted template of tasks. The id is the template's.",
  params: templateInBin,
  reply: dataReply(object({ id: reply.id(), project_id: reply.id() })),
  problems: ["project.archived", "request.invalid"],
});

export const purgeDeletedTemplate = endpoint({
  method: "DELETE",
  path: "/bin/templates/:id",
  scope: "project-edit",
  summary: "Deletes a template of tasks in the bin for good. The id is the template's.",
  params: templateInBin,
  reply: deletedReply,
  problems: ["project.archived"],
});

export const purgeDeletedColumn = endpoint({
  method: "DELETE",
  path: "/bin/columns/:id",
  scope: "status-edit",
  summary: "Deletes a column in the bin for good. The id is the column's.",
  params: columnInBin,
  reply: deletedReply,
  problems: ["project.archived"],
});
