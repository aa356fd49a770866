import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pagingShape, pathId, reply, searchShape } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { successorSchema } from "../kernel/uses";
import { personReply } from "../people/people.contract";
import { positionSchema, positionSorts } from "./positions.schema";

export const positionReply = object({
  id: reply.id(),
  title: reply.text(),
  description: reply.textOrNull(),
  /** Active people who have it. */
  employee_count: reply.number(),
  version: reply.number(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
});
export type Position = InferType<typeof positionReply>;

const byId = object({ id: pathId("position") });
const example = { title: "Night dispatcher", description: "Plans the routes that leave after 22:00." };

export const listPositions = endpoint({
  method: "GET",
  path: "/position/list",
  summary: "Positions, ten a page unless said otherwise.",
  permission: "position-list",
  query: object({ ...pagingShape, ...searchShape, sort: string().oneOf([...positionSorts], "field.oneOf") }),
  reply: object({ message: string(), data: array(positionReply).required(), revision: reply.number(), meta: pageMeta }),
});

export const singlePosition = endpoint({
  method: "GET",
  path: "/position/single/:id",
  summary: "One position with those who have it.",
  permission: ["position-list", "position-edit"],
  params: byId,
  reply: dataReply(
    positionReply.shape({ people: array(personReply.shape({ department: reply.textOrNull() })).required() }),
  ),
});

export const selectPositions = endpoint({
  method: "GET",
  path: "/position/select",
  summary: "Positions to choose from.",
  permission: ["position-list", "user-create", "user-edit"],
  query: object({ ...searchShape }),
  reply: dataReply(array(object({ id: reply.id(), title: reply.text() })).required()),
});

export const createPosition = endpoint({
  method: "POST",
  path: "/position",
  summary: "Adds a position.",
  permission: "position-create",
  body: positionSchema,
  reply: dataReply(positionReply),
  status: 201,
  example: { body: example },
});

export const updatePosition = endpoint({
  method: "PUT",
  path: "/position/update/:id",
  summary: "Changes a position.",
  permission: "position-edit",
  params: byId,
  body: positionSchema,
  reply: dataReply(positionReply),
  problems: ["organisation.stale"],
  example: { body: example },
});

export const deletePosition = endpoint({
  method: "DELETE",
  path: "/position/:id",
  summary: "Deletes a position. Who has it gets that of `successor_id`; without one the answer says who does.",
  permission: "position-delete",
  params: byId,
  query: successorSchema("position"),
  body: successorSchema("position"),
  reply: deletedReply,
  problems: ["organisation.inUse"],
  example: { body: {} },
});
