import { type InferType, object, type ValidationError } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, deletedReply, idField, pathId, reply, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

export const actingReply = object({
  id: reply.id(),
  user: personReply,
  acting: personReply,
  starts_on: reply.text(),
  ends_on: reply.text(),
  version: reply.number(),
});
export type ActingAssignment = InferType<typeof actingReply>;

interface Days {
  starts_on?: unknown;
  ends_on?: unknown;
}
type Context = { createError: (error: { path: string; message: string }) => ValidationError };
const inOrder = ({ starts_on, ends_on }: Days, context: Context) =>
  // Values that are not text are reported by the validation of their own fields.
  typeof starts_on === "string" && typeof ends_on === "string" && starts_on > ends_on
    ? context.createError({ path: "ends_on", message: "field.endBeforeStart" })
    : true;

const shape = {
  acting_id: idField("colleague").required("field.required"),
  starts_on: dayField().required("field.required"),
  ends_on: dayField().required("field.required"),
};
export const createActingSchema = object({ user_id: idField("user").required("field.required"), ...shape }).test(
  "days",
  inOrder,
);
export const updateActingSchema = object({
  ...shape,
  version: wholeNumber(1, 1_000_000_000),
}).test("days", inOrder);

const byId = object({ id: pathId("acting") });
const example = { acting_id: 2, starts_on: "2031-01-01", ends_on: "2031-01-31" };

export const createActingAssignment = endpoint({
  method: "POST",
  path: "/acting",
  summary: "Appoints a user to act in another user's position for a period, shown in the chart and on both profiles.",
  permission: "user-edit",
  body: createActingSchema,
  reply: dataReply(actingReply),
  status: 201,
  example: { body: { user_id: 1, ...example } },
});

export const updateActingAssignment = endpoint({
  method: "PUT",
  path: "/acting/:id",
  summary: "Updates who acts and for which period.",
  permission: "user-edit",
  params: byId,
  body: updateActingSchema,
  reply: dataReply(actingReply),
  problems: ["organization.stale"],
  example: { body: example },
});

export const deleteActingAssignment = endpoint({
  method: "DELETE",
  path: "/acting/:id",
  summary: "Ends an acting assignment from today. Past dates of the chart still show it.",
  permission: "user-edit",
  params: byId,
  reply: deletedReply,
});
