import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, messageReply, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

export const scimSchema = object({
  role_id: idField("role").required("field.required"),
});

const scimReply = object({
  role_id: reply.id(),
  created_at: reply.text(),
  last_used_at: reply.textOrNull(),
  people: reply.number(),
  groups: reply.number(),
});
export type Scim = InferType<typeof scimReply>;

export const readScim = endpoint({
  method: "GET",
  path: "/security/scim",
  summary: "Returns the SCIM 2.0 directory settings, never the token; null if not set up.",
  permission: "tenant-edit",
  reply: object({
    message: string(),
    data: scimReply.nullable().defined(),
    /** Base URL to configure in the external directory (SCIM client). */
    address: reply.text(),
    role_options: array(object({ id: reply.id(), name: reply.text() })).required(),
    default_role_id: reply.numberOrNull(),
  }),
});

export const createScimToken = endpoint({
  method: "POST",
  path: "/security/scim",
  summary: "Creates the directory's SCIM token, returned only once. The previous token stops working immediately.",
  permission: "tenant-edit",
  body: scimSchema,
  reply: dataReply(object({ token: reply.text() })),
  status: 201,
  tellsSecret: true,
  problems: ["session.confirmFirst"],
  example: { body: { role_id: 1 } },
});

export const changeScim = endpoint({
  method: "PUT",
  path: "/security/scim",
  summary: "Updates the default role of users created by the directory.",
  permission: "tenant-edit",
  body: scimSchema,
  reply: messageReply,
  problems: ["session.confirmFirst", "notFound"],
  example: { body: { role_id: 1 } },
});

export const endScim = endpoint({
  method: "DELETE",
  path: "/security/scim",
  summary: "Revokes the directory's token. People and groups are kept.",
  permission: "tenant-edit",
  reply: messageReply,
  problems: ["session.confirmFirst", "notFound"],
});
