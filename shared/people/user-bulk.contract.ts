import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, idList, reply } from "../kernel/fields";
import { boolean } from "../kernel/schemas";

/** So many people one call changes; screens send more in several, and show how far they are. */
export const mostPeopleAtOnce = 100;

/** What several people can be given at once. */
export const bulkFields = ["department_id", "position_id", "parent_id", "role_id", "active"] as const;
export type BulkField = (typeof bulkFields)[number];

export const bulkChangeSchema = object({
  ids: idList("user", mostPeopleAtOnce).required("field.required").min(1, "field.required"),
  department_id: idField("department").nullable(),
  position_id: idField("position").nullable(),
  parent_id: idField("user").nullable(),
  role_id: idField("role"),
  active: boolean(),
}).test("something", (value, context) =>
  bulkFields.some((field) => value[field] !== undefined)
    ? true
    : context.createError({ path: "ids", message: "people.nothingToChange" }),
);

export const bulkPersonReply = object({
  id: reply.id(),
  done: boolean().required(),
  /** The status that a single call would have answered. */
  status: reply.number(),
  /** Why it was refused; empty where it wasn't. */
  message: reply.text(),
  code: reply.textOrNull(),
});
export type BulkPerson = InferType<typeof bulkPersonReply>;

export const changeUsers = endpoint({
  method: "POST",
  path: "/user/bulk",
  summary:
    "Gives several people a department, position, manager or role, or switches them on or off: each by themself as a single call would, and reports what became of each.",
  permission: "user-edit",
  body: bulkChangeSchema,
  reply: dataReply(array(bulkPersonReply).required()),
  example: { body: { ids: [1], department_id: null } },
});
