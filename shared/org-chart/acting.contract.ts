import { type InferType, object, type ValidationError } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, dayField, deletedReply, idField, pathId, reply, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";

export const actingReply = object({
  id: reply.id(),
  /** Whose position it is. */
  user: personReply,
  /** Who acts in it. */
  acting: personReply,
  starts_on: reply.text(),
  ends_on: reply.text(),
  version: reply.number(),
});
export type Acting = InferType<typeof actingReply>;

interface Days {
  starts_on?: unknown;
  ends_on?: unknown;
}
type Context = { createError: (error: { path: string; message: string }) => ValidationError };
const inOrder = ({ starts_on, ends_on }: Days, context: Context) =>
  // What isn't text has been refused at its field.
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
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
}).test("days", inOrder);

const byId = object({ id: pathId("acting") });
const example = { acting_id: 2, starts_on: "2031-01-01", ends_on: "2031-01-31" };

export const createActing = endpoint({
  method: "POST",
  path: "/acting",
  summary:
    "Somebody acts in another's position from one day to another: shown in the chart and on both persons' pages.",
  permission: "user-edit",
  body: createActingSchema,
  reply: dataReply(actingReply),
  status: 201,
  example: { body: { user_id: 1, ...example } },
});

export const updateActing = endpoint({
  method: "PUT",
  path: "/acting/:id",
  summary: "Changes who acts, and from when to when.",
  permission: "user-edit",
  params: byId,
  body: updateActingSchema,
  reply: dataReply(actingReply),
  problems: ["organisation.stale"],
  example: { body: example },
});

export const deleteActing = endpoint({
  method: "DELETE",
  path: "/acting/:id",
  summary: "Nobody acts from today; on days that are past the chart still shows who did.",
  permission: "user-edit",
  params: byId,
  reply: deletedReply,
});
