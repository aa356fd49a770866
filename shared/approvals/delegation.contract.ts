import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, dayField, deletedReply, idField, pathId, reply, textField } from "../kernel/fields";
import { personReply } from "../people/people.contract";

export const delegationReply = object({
  id: reply.id(),
  delegator: personReply,
  delegatee: personReply,
  start_date: reply.text(),
  end_date: reply.textOrNull(),
  /** Why, in the delegator's words. */
  reason: reply.textOrNull(),
  state: string().oneOf(["planned", "running", "ended"]).required(),
  ended_at: reply.textOrNull(),
  end_reason: string().oneOf(["taken_back", "over", "account_closed"]).nullable().defined(),
  can: object({ end: boolean().required() }),
});
export type Delegation = InferType<typeof delegationReply>;

export const delegations = endpoint({
  method: "GET",
  path: "/delegation",
  openWhen: ["viewing"],
  summary: "Who decides for one, and for whom one decides: now and from a later day on.",
  reply: dataReply(array(delegationReply).required()),
});

export const delegationHistory = endpoint({
  method: "GET",
  path: "/delegation/history",
  summary: "The last hundred that have ended, in both directions, the latest first.",
  reply: dataReply(array(delegationReply).required()),
});

export const delegateSchema = object({
  delegatee_id: idField("user").required("field.required"),
  start_date: dayField(),
  end_date: dayField(),
  reason: textField(500).nullable(),
}).test("dates", "field.endBeforeStart", (value, context) =>
  typeof value.start_date !== "string" || typeof value.end_date !== "string" || value.start_date <= value.end_date
    ? true
    : context.createError({ path: "end_date", message: "field.endBeforeStart" }),
);

export const delegate = endpoint({
  method: "POST",
  path: "/delegation",
  summary: "Hands one's approvals to somebody for some days, or until one takes them back.",
  body: delegateSchema,
  reply: dataReply(delegationReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: { delegatee_id: 1, reason: "Family visit" } },
});

export const endDelegation = endpoint({
  method: "DELETE",
  path: "/delegation/:id",
  summary: "Takes one's approvals back.",
  params: object({ id: pathId("delegation") }),
  reply: deletedReply,
});
