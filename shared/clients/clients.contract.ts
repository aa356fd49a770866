import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pagingShape, pathId, reply, searchShape } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { successorSchema } from "../kernel/uses";
import { clientSchema, clientSorts } from "./clients.schema";

export const clientReply = object({
  id: reply.id(),
  fullname: reply.text(),
  code: reply.textOrNull(),
  location: reply.textOrNull(),
  phone_number: reply.textOrNull(),
  email: reply.textOrNull(),
  image: reply.textOrNull(),
  /** What is worked on for it, as far as the reader may see it. */
  projects: array(object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() })).required(),
  version: reply.number(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
});
export type Client = InferType<typeof clientReply>;

const byId = object({ id: pathId("client") });
const example = { fullname: "Harbour Foods Ltd.", location: "Basra", phone_number: "+964 40 555 0122" };

export const listClients = endpoint({
  method: "GET",
  path: "/client/list",
  summary: "Clients by name, with their projects. `query` looks in names, codes, places and addresses.",
  permission: "client-list",
  query: object({ ...pagingShape, ...searchShape, sort: string().oneOf([...clientSorts], "field.oneOf") }),
  long: "whole",
  reply: object({
    message: string(),
    data: array(clientReply).required(),
    revision: reply.number(),
    meta: pageMeta,
  }),
});

export const singleClient = endpoint({
  method: "GET",
  path: "/client/single/:id",
  summary: "One client with its projects.",
  permission: ["client-list", "client-edit"],
  params: byId,
  reply: dataReply(clientReply),
});

export const selectClients = endpoint({
  method: "GET",
  path: "/client/select",
  summary: "Clients to choose from.",
  permission: ["client-list", "project-create", "project-edit"],
  query: object({ ...searchShape }),
  reply: dataReply(array(object({ id: reply.id(), fullname: reply.text(), image: reply.textOrNull() })).required()),
});

export const createClient = endpoint({
  method: "POST",
  path: "/client",
  summary: "Adds a client; with a picture as `image`: jpeg, png, gif or svg under 2 MB.",
  permission: "client-create",
  body: clientSchema,
  file: "image",
  reply: dataReply(clientReply),
  status: 201,
  example: { body: example },
});

export const updateClient = endpoint({
  method: "POST",
  path: "/client/update/:id",
  summary: "Changes a client. What is left out stays.",
  permission: "client-edit",
  params: byId,
  body: clientSchema,
  file: "image",
  reply: dataReply(clientReply),
  problems: ["organisation.stale"],
  example: { body: example },
});

export const deleteClient = endpoint({
  method: "DELETE",
  path: "/client/:id",
  summary: "Deletes a client. What names it goes to `successor_id`; without one the answer says what does.",
  permission: "client-delete",
  params: byId,
  query: successorSchema("client"),
  body: successorSchema("client"),
  reply: deletedReply,
  problems: ["organisation.inUse"],
  example: { body: {} },
});
