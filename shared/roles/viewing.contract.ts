import { object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { idField, messageReply, reply } from "../kernel/fields";
import { string } from "../kernel/schemas";

/** For how long an administrator sees the product as somebody else; it ends by itself. */
export const viewingMinutes = 30;

/** One of the two. */
export const beginViewingSchema = object({
  user_id: idField("user").when("role_id", ([role], schema) =>
    role ? schema.test("one", "viewing.one", (user) => !user) : schema.required("field.required"),
  ),
  role_id: idField("role"),
});

export const beginViewing = endpoint({
  method: "POST",
  path: "/role/view-as",
  summary:
    "This session sees the product as a person or a role sees it, for half an hour, and can change nothing meanwhile. " +
    "It stands in the audit list. Of administrators with a session alone; not as another administrator.",
  permission: "role-edit",
  body: beginViewingSchema,
  reply: object({ message: string(), data: object({ until: reply.text() }).required() }),
  problems: ["viewing.notAdministrator", "viewing.administrator", "session.needed"],
  example: { body: { user_id: 1 } },
});

export const endViewing = endpoint({
  method: "DELETE",
  path: "/role/view-as",
  summary: "This session sees the product as its own person again. Nothing happens where it does already.",
  openWhen: ["viewing"],
  reply: messageReply,
});
