import { object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { idField, messageReply, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

/** Time limit, in minutes, for viewing as another user. */
export const viewingMinutes = 30;

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
    "Lets this session view the product as a user or role for half an hour, read only." +
    "It stands in the audit list. Of administrators with a session alone; not as another administrator.",
  permission: "role-edit",
  scope: withoutApiTokens,
  body: beginViewingSchema,
  reply: object({ message: string(), data: object({ until: reply.text() }).required() }),
  problems: ["viewing.notAdministrator", "viewing.administrator", "session.needed"],
  example: { body: { user_id: 1 } },
});

export const endViewing = endpoint({
  method: "DELETE",
  path: "/role/view-as",
  summary: "Ends viewing as someone else. Does nothing if the session is in its own view.",
  openWhen: ["viewing"],
  reply: messageReply,
});
