import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { createUserSchema, updateUserSchema, userImageSchema } from "./people.schema";
import { userDetailReply } from "./users.contract";

const byId = object({ id: pathId("user") });
const example = {
  fullname: "Hana Kim",
  email: "hana.kim@example.test",
  role_id: 1,
  contract_type: "full_time_contract",
};

export const createUser = endpoint({
  method: "POST",
  path: "/user",
  summary: "Creates an employee. Without a password, an invitation with a link to set one is sent by e-mail.",
  permission: "user-create",
  body: createUserSchema,
  file: "image",
  reply: dataReply(userDetailReply),
  status: 201,
  problems: ["plan_limit_reached", "session.passwordKnown", "session.passwordOfNames"],
  example: { body: example },
});

export const updateUser = endpoint({
  method: "POST",
  path: "/user/:id",
  summary: "Updates an employee. Omitted fields are unchanged.",
  permission: "user-edit",
  params: byId,
  body: updateUserSchema,
  file: "image",
  reply: dataReply(userDetailReply),
  problems: [
    "user.stale",
    "user.self",
    "user.ownEmployment",
    "user.ownAccess",
    "role.lastAdministrator",
    "employment.rehire",
    "plan_limit_reached",
  ],
  example: { body: { fullname: "Hana Kim", contract_type: "part_time_contract" } },
});

export const deleteUser = endpoint({
  method: "DELETE",
  path: "/user/:id",
  summary: "Deletes an employee without history. Others can only be deactivated.",
  permission: "user-delete",
  params: byId,
  reply: deletedReply,
  problems: ["user.hasHistory", "user.self", "role.lastAdministrator"],
});

export const toggleUser = endpoint({
  method: "GET",
  path: "/user/:id/status",
  summary: "Activates or deactivates an account. PATCH does the same.",
  permission: "user-edit",
  params: byId,
  reply: dataReply(userDetailReply),
  readOnly: false,
  siblings: ["PATCH"],
  problems: ["user.self", "user.ownEmployment", "role.lastAdministrator", "employment.rehire", "plan_limit_reached"],
});

export const uploadUserImage = endpoint({
  method: "POST",
  path: "/user/image",
  summary: "Sets the picture of the caller or, with `user-edit`, of another user: JPEG, PNG, GIF or SVG under 2 MB.",
  body: userImageSchema,
  file: "image",
  reply: object({ message: string().required(), image: reply.text() }),
  problems: ["request.invalid"],
  example: { body: {} },
});

export const inviteUser = endpoint({
  method: "POST",
  path: "/user/:id/invitation",
  summary: "Resends the invitation. The previous link stops working.",
  permission: "user-create",
  params: byId,
  reply: dataReply(userDetailReply),
  problems: ["user.notInvited"],
});

export const revokeInvitation = endpoint({
  method: "DELETE",
  path: "/user/:id/invitation",
  summary: "Revokes an invitation. Its link stops working.",
  permission: "user-create",
  params: byId,
  reply: dataReply(userDetailReply),
  problems: ["user.notInvited"],
});

export const readUserRoles = endpoint({
  method: "GET",
  path: "/user/roles",
  summary: "Lists the roles the caller may assign.",
  permission: ["user-create", "user-edit"],
  reply: dataReply(array(object({ id: reply.id(), name: reply.text(), code: reply.textOrNull() })).required()),
});
