import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import {
  dataReply,
  deletedReply,
  idList,
  messageReply,
  pageMeta,
  pathId,
  reply,
  wholeNumber,
  positionReply,
} from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { fieldValuesReply } from "../fields/field-values.rules";
import { projectFieldReply } from "../fields/fields.contract";
import { groupReply, tagReply } from "../projects/projects.contract";
import {
  archivedQuery,
  assignTaskSchema,
  boardQuery,
  columnKinds,
  createTaskSchema,
  moveTaskSchema,
  restoreTaskSchema,
  updateTaskSchema,
} from "./tasks.schema";
import { cardReplyFields } from "./tasks.field-lists";
import { taskFields } from "./tasks.fields";

const kindNames = [...columnKinds];
const columnKind = () => string().oneOf(kindNames).required();

/**
 * A task on the board. Users, groups and tags are ids from the board's lists, so that renaming a tag is one change instead of one per card.
 */
export const boardTaskReply = object({
  id: reply.id(),
  project_id: reply.id(),
  task_status_id: reply.id(),
  /** Key of the task, such as `WEB-12`. */
  key: reply.text(),
  ...cardReplyFields,
  /** Values of the project's fields by field id; fields without a value are missing. Fields in the project's bin keep their values. */
  field_values: fieldValuesReply(),
  /** Determines the order within the column; ranks are compared bytewise. */
  rank: reply.text(),
  version: reply.number(),
  /** Null if the reader may not see the time spent. */
  spent_minutes: reply.numberOrNull(),
  cover_url: reply.textOrNull(),
  created_at: reply.text(),
  reporter_id: reply.numberOrNull(),
  /** The series that repeats the task; null after it has ended. */
  series_id: reply.numberOrNull(),
  comment_count: reply.number(),
  attachment_count: reply.number(),
  subtask_count: reply.number(),
  subtask_done_count: reply.number(),
});
export type BoardTask = InferType<typeof boardTaskReply>;

export const columnReply = object({
  id: reply.id(),
  project_id: reply.id(),
  title: reply.text(),
  kind: columnKind(),
  color: reply.textOrNull(),
  wip_limit: reply.numberOrNull(),
  sort_order: reply.number(),
  version: reply.number(),
});
export type BoardColumn = InferType<typeof columnReply>;

export const boardReply = object({
  message: string(),
  data: array(columnReply.shape({ tasks: array(boardTaskReply).required() })).required(),
  /** Revision of the project's stream at which this reply was read. */
  ...positionReply,
  users: array(personReply).required(),
  groups: array(groupReply).required(),
  tags: array(tagReply).required(),
  /** The project's fields in their order. */
  fields: array(projectFieldReply).required(),
});
export type BoardReply = InferType<typeof boardReply>;

export const movedReply = object({
  id: reply.id(),
  task_status_id: reply.id(),
  rank: reply.text(),
  version: reply.number(),
  progress: reply.number(),
  before_id: reply.numberOrNull(),
  after_id: reply.numberOrNull(),
});

const projectById = object({ id: pathId("project") });
const taskById = object({ id: pathId("task") });

export const readBoard = endpoint({
  method: "GET",
  path: "/project/:id/task_tatus",
  scope: "project-view",
  summary: "Returns the board: columns in order, each with its tasks in order.",
  expensive: true,
  params: projectById,
  query: boardQuery,
  reply: boardReply,
});

export const listTasks = endpoint({
  method: "GET",
  path: "/project/:id/tasks",
  scope: "project-view",
  summary: "Lists the tasks of a project in board order.",
  expensive: true,
  params: projectById,
  query: boardQuery,
  reply: dataReply(array(boardTaskReply).required()),
});

/** Whether the column is the first or the last of its kind, which determines its icon. */
const amongAlike = { first: boolean().required(), last: boolean().required() };
export const singleColumnReply = object({ id: reply.id(), title: reply.text(), kind: columnKind(), ...amongAlike });

export const myTaskReply = object({
  id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  priority: taskFields.priority.reply,
  due_date: reply.textOrNull(),
  progress: reply.number(),
  column: singleColumnReply,
  project: object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() }),
});
export type MyTask = InferType<typeof myTaskReply>;

export const listMyTasks = endpoint({
  method: "GET",
  path: "/task/mine",
  scope: "project-view",
  summary: "Lists open tasks assigned to the caller by name or group, across all projects, by due date.",
  query: object({ per_page: wholeNumber(1, 200) }),
  reply: object({
    message: string(),
    data: array(myTaskReply).required(),
    meta: object({ total: reply.number() }),
  }),
});

export const maxTasksById = 20;

export const listTasksById = endpoint({
  method: "GET",
  path: "/task/by-id",
  scope: "project-view",
  summary: "Returns the given tasks in the given order, without deleted, archived and hidden ones.",
  query: object({ ids: idList("task", maxTasksById).required("field.required") }),
  reply: dataReply(array(myTaskReply).max(maxTasksById).required()),
  example: { query: { ids: [1] } },
});

export const archivedTasks = endpoint({
  method: "GET",
  path: "/project/:id/archived-tasks",
  scope: "project-view",
  summary: "Lists a project's archived tasks, last archived first, 200 per page unless `per_page` is set.",
  params: projectById,
  query: archivedQuery,
  reply: object({
    message: string(),
    data: array(
      boardTaskReply.shape({
        archived_at: reply.text(),
        /** Null if archived automatically. */
        archived_by: personReply.nullable().defined(),
      }),
    ).required(),
    meta: pageMeta,
  }),
});

export const moveTask = endpoint({
  method: "PUT",
  path: "/task/:id/status-update",
  scope: "task-move",
  summary: "Moves a task to a column, between the given neighbours.",
  params: taskById,
  body: moveTaskSchema,
  reply: dataReply(movedReply),
  problems: ["task.stale", "task.archived", "project.archived"],
  example: { body: { task_status_id: 1 } },
});

const sortParams = { ids: idList("task", 2_000).required().min(1, "field.required") };

export const sortTasks = endpoint({
  method: "GET",
  path: "/task/status/:id/sort-update/:ids",
  scope: "task-move",
  summary: "Sets the order of tasks within a column. The id is the column's; unnamed tasks keep their neighbours.",
  params: object({ id: pathId("column"), ...sortParams }),
  reply: messageReply,
  readOnly: false,
  siblings: ["PUT"],
});

export const createTask = endpoint({
  method: "POST",
  path: "/task",
  scope: "task-create",
  summary: "Creates a task in a column, which determines its project.",
  body: createTaskSchema,
  reply: dataReply(boardTaskReply),
  status: 201,
  example: { body: { title: "Write the copy", task_status_id: 1 } },
});

export const updateTask = endpoint({
  method: "POST",
  path: "/task/:id",
  scope: "task-edit",
  summary: "Updates the fields sent.",
  params: taskById,
  body: updateTaskSchema,
  reply: dataReply(boardTaskReply),
  problems: ["task.stale", "task.archived"],
  example: { body: { title: "Write the copy again" } },
});

export const assignTask = endpoint({
  method: "PATCH",
  path: "/task/:id",
  scope: "task-edit",
  summary: "Sets the assigned users and groups.",
  params: taskById,
  body: assignTaskSchema,
  reply: dataReply(boardTaskReply),
  problems: ["task.stale", "task.archived"],
  example: { body: { users: [] } },
});

export const archiveTask = endpoint({
  method: "PUT",
  path: "/task/:id/archive",
  scope: "task-edit",
  summary: "Archives a task. It can be restored.",
  params: taskById,
  reply: messageReply,
});

export const restoreTask = endpoint({
  method: "PUT",
  path: "/task/:id/restore",
  scope: "task-edit",
  summary: "Restores an archived task to a column.",
  params: taskById,
  body: restoreTaskSchema,
  reply: dataReply(boardTaskReply),
  example: { body: { task_status_id: 1 } },
});

export const deleteTask = endpoint({
  method: "DELETE",
  path: "/task/:id",
  scope: "task-delete",
  summary: "Deletes a task permanently.",
  params: taskById,
  problems: ["time.handedIn"],
  reply: deletedReply,
});
