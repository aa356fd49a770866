import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, messageReply, reply } from "../kernel/fields";
import { string } from "../kernel/schemas";

export const scimSchema = object({
  /** What newcomers become. */
  role_id: idField("role").required("field.required"),
});

const scimReply = object({
  role_id: reply.id(),
  /** When its token was made. */
  created_at: reply.text(),
  last_used_at: reply.textOrNull(),
  /** How many people and groups it looks after. */
  people: reply.number(),
  groups: reply.number(),
});
export type Scim = InferType<typeof scimReply>;

export const readScim = endpoint({
  method: "GET",
  path: "/security/scim",
  summary:
    "People and groups from the organisation's own directory (SCIM 2.0); never its token; null where there is none.",
  permission: "tenant-edit",
  reply: object({
    message: string(),
    data: scimReply.nullable().defined(),
    /** What the directory has to be told: where it calls. */
    address: reply.text(),
    role_options: array(object({ id: reply.id(), name: reply.text() })).required(),
    default_role_id: reply.numberOrNull(),
  }),
});

export const makeScimToken = endpoint({
  method: "POST",
  path: "/security/scim",
  summary: "Makes the token that the directory calls with, told this once; the one before ends at once.",
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
  summary: "Changes what newcomers from the directory become.",
  permission: "tenant-edit",
  body: scimSchema,
  reply: messageReply,
  problems: ["session.confirmFirst", "notFound"],
  example: { body: { role_id: 1 } },
});

export const endScim = endpoint({
  method: "DELETE",
  path: "/security/scim",
  summary: "Ends the directory's token: it changes nothing here any more. People and groups stay as they are.",
  permission: "tenant-edit",
  reply: messageReply,
  problems: ["session.confirmFirst", "notFound"],
});
