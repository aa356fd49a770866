import { object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idList, messageReply, pathId } from "../../kernel/fields";
import { columnReply } from "./tasks.contract";
import { createColumnSchema, deleteColumnSchema, updateColumnSchema } from "./tasks.schema";

const columnById = object({ id: pathId("column") });

export const sortColumns = endpoint({
  method: "GET",
  path: "/task_status/:id/sort-update/:ids",
  scope: "status-edit",
  summary: "Sets the order of a project's columns. The id is the project's.",
  params: object({ id: pathId("project"), ids: idList("column", 500).required() }),
  reply: messageReply,
  readOnly: false,
  siblings: ["PUT"],
});

export const createColumn = endpoint({
  method: "POST",
  path: "/task_status",
  scope: "status-edit",
  summary: "Creates a column at the end of the board.",
  body: createColumnSchema,
  reply: dataReply(columnReply),
  status: 201,
  example: { body: { project_id: 1, title: "Review" } },
});

export const updateColumn = endpoint({
  method: "PUT",
  path: "/task_status/:id",
  scope: "status-edit",
  summary: "Updates the title, kind, colour or limit of a column.",
  params: columnById,
  body: updateColumnSchema,
  reply: dataReply(columnReply),
  example: { body: { title: "Review" } },
});

export const deleteColumn = endpoint({
  method: "DELETE",
  path: "/task_status/:id",
  scope: "status-edit",
  summary: "Deletes a column. Its tasks move to the target column.",
  params: columnById,
  query: deleteColumnSchema,
  body: deleteColumnSchema,
  reply: deletedReply,
  problems: ["column.notEmpty", "column.last"],
  example: { body: {} },
});
