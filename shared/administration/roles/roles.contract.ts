import { permissions } from "../../access";
import { array, type InferType, object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, positionReply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { successorSchema } from "../../kernel/uses";
import { personReply } from "../../kernel/person-reply";
import { createRoleSchema, roleChangesSchema, roleHoldersSchema, updateRoleSchema } from "./roles.schema";

const code = () =>
  string()
    .oneOf([...permissions])
    .required();

export const roleReply = object({
  id: reply.id(),
  name: reply.text(),
  code: reply.textOrNull(),
  permissions: array(code()).required(),
  /** Permissions with which a seeded role started; null for custom roles. */
  seeded: array(code()).nullable().defined(),
  user_count: reply.number(),
  people: array(personReply).required(),
  version: reply.number(),
  can: object({
    edit: boolean().required(),
    delete: boolean().required(),
    assign: boolean().required(),
    /** Whether the reader may preview the product with this role. */
    view_as: boolean().required(),
  }),
});
export type Role = InferType<typeof roleReply>;

const byId = object({ id: pathId("role") });
const roleAnswer = dataReply(roleReply);
const holder = personReply.shape({ position: reply.textOrNull(), external: boolean().required() });

export const roleEffectReply = object({
  losing: reply.number(),
  gaining: reply.number(),
  changes: array(
    object({
      role_id: reply.id(),
      permission: code(),
      gained: boolean().required(),
      people: array(personReply).required(),
      count: reply.number(),
      you: boolean().required(),
      /** Calls that become available or unavailable, such as `POST /task`. */
      calls: array(reply.text()).required(),
    }),
  ).required(),
  /** Requests that would lose their last approver and be reassigned to a manager above or to the administrators. */
  stranded: array(object({ id: reply.id(), title: reply.text(), requester: reply.text() })).required(),
});
export type RoleEffect = InferType<typeof roleEffectReply>;

export const listRoles = endpoint({
  method: "GET",
  path: "/role",
  summary: "Lists roles with their permissions and number of users.",
  permission: "role-list",
  reply: object({ message: string(), data: array(roleReply).required(), ...positionReply }),
});

export const listPermissionHolders = endpoint({
  method: "GET",
  path: "/role/who",
  summary: "Lists the users with a permission, and the role it comes from.",
  permission: "role-list",
  query: object({ permission: code() }),
  reply: dataReply(array(holder.shape({ role: reply.text() })).required()),
  example: { query: { permission: "role-edit" } },
});

export const listRoleHolders = endpoint({
  method: "GET",
  path: "/role/:id/holders",
  summary: "Lists the active users with a role.",
  permission: "role-list",
  params: byId,
  reply: dataReply(array(holder).required()),
});

export const createRole = endpoint({
  method: "POST",
  path: "/role",
  summary: "Creates a role. Callers can only grant permissions they have.",
  permission: "role-edit",
  scope: withoutApiTokens,
  body: createRoleSchema,
  reply: roleAnswer,
  status: 201,
  problems: ["role.notYours"],
  example: { body: { name: "Night dispatcher", permissions: ["project-list"] } },
});

export const previewRoles = endpoint({
  method: "POST",
  path: "/role/preview",
  summary:
    "Previews role changes: who gains or loses permissions, and which requests would be left without an approver.",
  permission: "role-edit",
  body: roleChangesSchema,
  reply: object({ message: string(), data: roleEffectReply }),
  problems: ["role.administrator", "role.notYours", "user.ownEmployment", "organization.stale"],
  example: { body: { changes: [{ role_id: 1, add: ["project-create"] }] } },
});

export const changeRoles = endpoint({
  method: "PUT",
  path: "/role/changes",
  summary: "Updates the permissions of several roles, all or none.",
  permission: "role-edit",
  scope: withoutApiTokens,
  body: roleChangesSchema,
  reply: dataReply(array(roleReply).required()),
  problems: ["role.administrator", "role.notYours", "user.ownEmployment", "organization.stale"],
  example: { body: { changes: [{ role_id: 1, add: ["project-create"] }] } },
});

export const updateRole = endpoint({
  method: "PUT",
  path: "/role/:id",
  summary: "Updates a role's name or permissions. Open screens of its users are updated immediately.",
  permission: "role-edit",
  scope: withoutApiTokens,
  params: byId,
  body: updateRoleSchema,
  reply: roleAnswer,
  problems: ["role.administrator", "role.notYours", "user.ownEmployment", "organization.stale"],
  example: { body: { name: "Dispatcher" } },
});

export const assignRole = endpoint({
  method: "PUT",
  path: "/role/:id/holders",
  summary: "Assigns a role to users, replacing their current one.",
  permission: "role-edit",
  scope: withoutApiTokens,
  params: byId,
  body: roleHoldersSchema,
  reply: roleAnswer,
  problems: ["role.lastAdministrator", "role.notYours", "user.self", "user.ownEmployment"],
  example: { body: { users: [1] } },
});

export const deleteRole = endpoint({
  method: "DELETE",
  path: "/role/:id",
  summary: "Deletes a custom role. Its users and approval steps get `successor_id`.",
  permission: "role-edit",
  scope: withoutApiTokens,
  params: byId,
  query: successorSchema("role"),
  body: successorSchema("role"),
  reply: deletedReply,
  problems: [
    "role.administrator",
    "role.seeded",
    "role.needsSuccessor",
    "role.notYours",
    "user.self",
    "user.ownEmployment",
  ],
  example: { body: {} },
});
