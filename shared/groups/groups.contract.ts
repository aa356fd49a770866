import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pagingShape, pathId, reply, searchShape } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { groupSchema, groupSorts } from "./groups.schema";

export const groupRecordReply = object({
  id: reply.id(),
  title: reply.text(),
  /** Its people, by name; also those who have left, until they are taken out. */
  users: array(personReply).required(),
  project_count: reply.number(),
  version: reply.number(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
});
export type GroupRecord = InferType<typeof groupRecordReply>;

const byId = object({ id: pathId("group") });

export const listGroups = endpoint({
  method: "GET",
  path: "/groups",
  summary: "Groups by title, with their people.",
  permission: "group-list",
  query: object({ ...pagingShape, ...searchShape, sort: string().oneOf([...groupSorts], "field.oneOf") }),
  reply: object({
    message: string(),
    data: array(groupRecordReply).required(),
    revision: reply.number(),
    meta: pageMeta,
  }),
});

export const selectGroups = endpoint({
  method: "GET",
  path: "/groups/select",
  summary: "Groups to choose from.",
  permission: ["group-list", "project-create", "project-edit"],
  query: object({ ...searchShape }),
  reply: dataReply(array(object({ id: reply.id(), title: reply.text() })).required()),
});

export const readGroup = endpoint({
  method: "GET",
  path: "/groups/:id",
  summary: "One group with its people.",
  permission: ["group-list", "group-edit"],
  params: byId,
  reply: dataReply(groupRecordReply),
});

export const createGroup = endpoint({
  method: "POST",
  path: "/groups",
  summary: "Adds a group.",
  permission: "group-create",
  body: groupSchema,
  reply: dataReply(groupRecordReply),
  status: 201,
  example: { body: { title: "Night crew", users: [1] } },
});

export const updateGroup = endpoint({
  method: "PUT",
  path: "/groups/:id",
  summary: "Changes a group. Who comes in or goes out gains or loses its projects.",
  permission: "group-edit",
  params: byId,
  body: groupSchema,
  reply: dataReply(groupRecordReply),
  problems: ["organisation.stale"],
  long: true,
  example: { body: { title: "Night crew" } },
});

export const deleteGroup = endpoint({
  method: "DELETE",
  path: "/groups/:id",
  summary: "Deletes a group that is in no project and on no task; else the answer says where it is.",
  permission: "group-delete",
  params: byId,
  reply: deletedReply,
  problems: ["organisation.inUse"],
});
