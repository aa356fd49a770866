import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, deletedReply, idField, pathId, reply, textField } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

export const delegationReply = object({
  id: reply.id(),
  delegator: personReply,
  delegatee: personReply,
  start_date: reply.text(),
  end_date: reply.textOrNull(),
  reason: reply.textOrNull(),
  state: string().oneOf(["planned", "running", "ended"]).required(),
  ended_at: reply.textOrNull(),
  end_reason: string().oneOf(["taken_back", "over", "account_closed", "leave_changed"]).nullable().defined(),
  /** Whether the delegatee decides only on days when the delegator is on leave. */
  only_away: boolean().required(),
  /** Whether the delegation was created with a leave request for these days that names the delegatee as substitute. */
  of_leave: boolean().required(),
  can: object({ end: boolean().required() }),
});
export type Delegation = InferType<typeof delegationReply>;

export const listDelegations = endpoint({
  method: "GET",
  path: "/delegation",
  openWhen: ["viewing"],
  summary: "Lists current and planned delegations by and to the caller.",
  reply: dataReply(array(delegationReply).required()),
});

export const listDelegationHistory = endpoint({
  method: "GET",
  path: "/delegation/history",
  summary: "Lists the last 100 ended delegations by and to the caller, newest first.",
  reply: dataReply(array(delegationReply).required()),
});

export const delegateSchema = object({
  delegatee_id: idField("user").required("field.required"),
  start_date: dayField(),
  end_date: dayField(),
  reason: textField(500).nullable(),
  only_away: boolean(),
}).test("dates", "field.endBeforeStart", (value, context) =>
  typeof value.start_date !== "string" || typeof value.end_date !== "string" || value.start_date <= value.end_date
    ? true
    : context.createError({ path: "end_date", message: "field.endBeforeStart" }),
);

export const delegate = endpoint({
  method: "POST",
  path: "/delegation",
  summary: "Delegates the caller's approvals for a period, or until revoked.",
  body: delegateSchema,
  reply: dataReply(delegationReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: { delegatee_id: 1, reason: "Family visit" } },
});

export const endDelegation = endpoint({
  method: "DELETE",
  path: "/delegation/:id",
  summary: "Ends a delegation of the caller.",
  params: object({ id: pathId("delegation") }),
  reply: deletedReply,
});
