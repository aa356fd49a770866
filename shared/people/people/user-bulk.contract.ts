import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, idList, reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";

export const peopleBatchSize = 100;

export const bulkFields = ["department_id", "position_id", "parent_id", "role_id", "active"] as const;
export type BulkField = (typeof bulkFields)[number];

export const bulkChangeSchema = object({
  ids: idList("user", peopleBatchSize).required("field.required").min(1, "field.required"),
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
  /** HTTP status of the equivalent single call. */
  status: reply.number(),
  message: reply.text(),
  code: reply.textOrNull(),
});
export type BulkPerson = InferType<typeof bulkPersonReply>;

export const changeUsers = endpoint({
  method: "POST",
  isBulk: true,
  path: "/user/bulk",
  summary:
    "Sets the department, position, manager or role of several users, or activates or deactivates them, each independently, and returns the result for each.",
  permission: "user-edit",
  body: bulkChangeSchema,
  reply: dataReply(array(bulkPersonReply).required()),
  example: { body: { ids: [1], department_id: null } },
});
