import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, idList, messageReply, pageMeta, pathId, reply, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";
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
import { cardReply } from "./tasks.field-lists";
import { taskFields } from "./tasks.fields";

const kindNames = [...columnKinds];
const columnKind = () => string().oneOf(kindNames).required();

/**
 * A task as the board holds it. People, groups and tags are ids into the lists that come with the board: a renamed tag
 * is one change, not one per card.
 */
export const boardTaskReply = object({
  id: reply.id(),
  project_id: reply.id(),
  task_status_id: reply.id(),
  /** `WEB-12` */
  key: reply.text(),
  ...cardReply,
  /** Order within the column: compare as bytes. */
  rank: reply.text(),
  version: reply.number(),
  /** Sum of its time entries. */
  spent_minutes: reply.number(),
  /** A small picture of the image that was made its cover. */
  cover_url: reply.textOrNull(),
  created_at: reply.text(),
  /** Who made it; null when a schedule did. */
  reporter_id: reply.numberOrNull(),
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
  /** Position of the project's stream that this state is exactly at. */
  revision: reply.number(),
  users: array(personReply).required(),
  groups: array(groupReply).required(),
  tags: array(tagReply).required(),
});
export type BoardReply = InferType<typeof boardReply>;

/** Where a task landed. */
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
  summary: "The board: columns in order, each with its tasks in order.",
  params: projectById,
  query: boardQuery,
  reply: boardReply,
});

export const listTasks = endpoint({
  method: "GET",
  path: "/project/:id/tasks",
  scope: "project-view",
  summary: "The tasks of a project as a flat list, in board order.",
  long: true,
  params: projectById,
  query: boardQuery,
  reply: dataReply(array(boardTaskReply).required()),
});

/** A column without the others of its board. Whether it is the first and the last of its kind: its glyph shows that. */
const amongAlike = { first: boolean().required(), last: boolean().required() };
export const loneColumnReply = object({ id: reply.id(), title: reply.text(), kind: columnKind(), ...amongAlike });

/** A task as a list over several projects shows it. */
export const myTaskReply = object({
  id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  priority: taskFields.priority.reply,
  due_date: reply.textOrNull(),
  progress: reply.number(),
  column: loneColumnReply,
  project: object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() }),
});
export type MyTask = InferType<typeof myTaskReply>;

export const myTasks = endpoint({
  method: "GET",
  path: "/task/mine",
  scope: "project-view",
  summary: "What is assigned to one, by name or by group, and isn't done: over all projects, by due date.",
  query: object({ per_page: wholeNumber(1, 200) }),
  reply: object({
    message: string(),
    data: array(myTaskReply).required(),
    /** All there are; `data` holds the most urgent of them. */
    meta: object({ total: reply.number() }),
  }),
});

export const archivedTasks = endpoint({
  method: "GET",
  path: "/project/:id/archived-tasks",
  scope: "project-view",
  summary: "The archived tasks of a project, last archived first, page by page: 200 unless `per_page` says otherwise.",
  params: projectById,
  query: archivedQuery,
  reply: object({
    message: string(),
    data: array(
      boardTaskReply.shape({
        archived_at: reply.text(),
        /** Null when nobody in person did it. */
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
  summary: "Moves a task to a column, between the neighbours that are named.",
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
  summary:
    "Orders tasks within a column. The id is the column, the list its tasks; unnamed tasks keep their neighbours.",
  params: object({ id: pathId("column"), ...sortParams }),
  reply: messageReply,
  readOnly: false,
  siblings: ["PUT"],
});

export const createTask = endpoint({
  method: "POST",
  path: "/task",
  scope: "task-create",
  summary: "Creates a task in a column; the project follows from it.",
  body: createTaskSchema,
  reply: dataReply(boardTaskReply),
  status: 201,
  example: { body: { title: "Write the copy", task_status_id: 1 } },
});

export const updateTask = endpoint({
  method: "POST",
  path: "/task/:id",
  scope: "task-edit",
  summary: "Changes the fields that are sent.",
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
  summary: "Takes a task off the board; it can be restored.",
  params: taskById,
  reply: messageReply,
});

export const restoreTask = endpoint({
  method: "PUT",
  path: "/task/:id/restore",
  scope: "task-edit",
  summary: "Brings an archived task back into a column.",
  params: taskById,
  body: restoreTaskSchema,
  reply: dataReply(boardTaskReply),
  example: { body: { task_status_id: 1 } },
});

export const deleteTask = endpoint({
  method: "DELETE",
  path: "/task/:id",
  scope: "task-delete",
  summary: "Deletes a task for good.",
  params: taskById,
  problems: ["time.handedIn"],
  reply: deletedReply,
});
