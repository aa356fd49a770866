import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { permissions } from "../kernel/permissions";
import { boolean, string } from "../kernel/schemas";
import { successorSchema } from "../kernel/uses";
import { personReply } from "../people/people.contract";
import { createRoleSchema, roleChangesSchema, roleHoldersSchema, updateRoleSchema } from "./roles.schema";

const code = () =>
  string()
    .oneOf([...permissions])
    .required();

export const roleReply = object({
  id: reply.id(),
  name: reply.text(),
  /** Of the roles that every organisation starts with. */
  code: reply.textOrNull(),
  permissions: array(code()).required(),
  /** What it started with; null for roles of one's own. */
  seeded: array(code()).nullable().defined(),
  /** Active people who have it. */
  user_count: reply.number(),
  /** Some of them. */
  people: array(personReply).required(),
  version: reply.number(),
  can: object({
    edit: boolean().required(),
    delete: boolean().required(),
    assign: boolean().required(),
    /** Seeing the product as this role does. */
    view_as: boolean().required(),
  }),
});
export type Role = InferType<typeof roleReply>;

const byId = object({ id: pathId("role") });
const roleAnswer = dataReply(roleReply);
const holder = personReply.shape({ position: reply.textOrNull(), external: boolean().required() });

/** What a change of roles would do, before it is done. */
export const roleEffectReply = object({
  /** Active people who lose, and who gain something. */
  losing: reply.number(),
  gaining: reply.number(),
  changes: array(
    object({
      role_id: reply.id(),
      permission: code(),
      gained: boolean().required(),
      people: array(personReply).required(),
      count: reply.number(),
      /** Whether the reader is one of them. */
      you: boolean().required(),
      /** Calls of the product that open or close by it: `POST /task`. */
      calls: array(reply.text()).required(),
    }),
  ).required(),
  /** Requests whose step nobody could decide any more: they go upward, or to the administrators. */
  stranded: array(object({ id: reply.id(), title: reply.text(), requester: reply.text() })).required(),
});
export type RoleEffect = InferType<typeof roleEffectReply>;

export const listRoles = endpoint({
  method: "GET",
  path: "/role",
  summary: "Roles with what they allow and how many people have them.",
  permission: "role-list",
  reply: object({ message: string(), data: array(roleReply).required(), revision: reply.number() }),
});

export const whoMay = endpoint({
  method: "GET",
  path: "/role/who",
  summary: "Everybody who holds a permission, and by which role.",
  permission: "role-list",
  query: object({ permission: code() }),
  reply: dataReply(array(holder.shape({ role: reply.text() })).required()),
  example: { query: { permission: "role-edit" } },
});

export const roleHolders = endpoint({
  method: "GET",
  path: "/role/:id/holders",
  summary: "Active people who have a role.",
  permission: "role-list",
  params: byId,
  reply: dataReply(array(holder).required()),
});

export const createRole = endpoint({
  method: "POST",
  path: "/role",
  summary: "Adds a role. Nobody gives more than they may do themselves.",
  permission: "role-edit",
  body: createRoleSchema,
  reply: roleAnswer,
  status: 201,
  problems: ["role.notYours"],
  example: { body: { name: "Night dispatcher", permissions: ["project-list"] } },
});

export const previewRoles = endpoint({
  method: "POST",
  path: "/role/preview",
  summary: "What changes of roles would do: who gains and loses what, and which requests nobody could decide any more.",
  permission: "role-edit",
  body: roleChangesSchema,
  reply: object({ message: string(), data: roleEffectReply }),
  problems: ["role.administrator", "role.notYours", "user.ownEmployment", "organisation.stale"],
  example: { body: { changes: [{ role_id: 1, add: ["project-create"] }] } },
});

export const changeRoles = endpoint({
  method: "PUT",
  path: "/role/changes",
  summary: "Changes what several roles allow, all or none.",
  permission: "role-edit",
  body: roleChangesSchema,
  reply: dataReply(array(roleReply).required()),
  problems: ["role.administrator", "role.notYours", "user.ownEmployment", "organisation.stale"],
  example: { body: { changes: [{ role_id: 1, add: ["project-create"] }] } },
});

export const updateRole = endpoint({
  method: "PUT",
  path: "/role/:id",
  summary: "Changes a role's name, or what it allows. Its holders' open screens follow at once.",
  permission: "role-edit",
  params: byId,
  body: updateRoleSchema,
  reply: roleAnswer,
  problems: ["role.administrator", "role.notYours", "user.ownEmployment", "organisation.stale"],
  example: { body: { name: "Dispatcher" } },
});

export const assignRole = endpoint({
  method: "PUT",
  path: "/role/:id/holders",
  summary: "Gives people a role in place of the one they have.",
  permission: "role-edit",
  params: byId,
  body: roleHoldersSchema,
  reply: roleAnswer,
  problems: ["role.lastAdministrator", "role.notYours", "user.ownEmployment"],
  example: { body: { users: [1] } },
});

export const deleteRole = endpoint({
  method: "DELETE",
  path: "/role/:id",
  summary: "Deletes a role of one's own. Its holders and steps of approval get that of `successor_id`.",
  permission: "role-edit",
  params: byId,
  query: successorSchema("role"),
  body: successorSchema("role"),
  reply: deletedReply,
  problems: ["role.administrator", "role.seeded", "role.needsSuccessor", "role.notYours", "user.ownEmployment"],
  example: { body: {} },
});
