import { array, object } from "yup";
import { bulkResultReply } from "../../kernel/bulk-result";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, idList } from "../../kernel/fields";
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

export const changeUsers = endpoint({
  method: "POST",
  isBulk: true,
  path: "/user/bulk",
  summary:
    "Sets the department, position, manager or role of several users, or activates or deactivates them, each independently, and returns the result for each.",
  permission: "user-edit",
  body: bulkChangeSchema,
  reply: dataReply(array(bulkResultReply).required()),
  example: { body: { ids: [1], department_id: null } },
});
