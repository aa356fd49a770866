import { array, boolean, type InferType, mixed, object, string } from "yup";
import { endpoint } from "../kernel/endpoint";
import {
  dataReply,
  dayField,
  deletedReply,
  idField,
  pageMeta,
  pagingShape,
  pathId,
  reply,
  textField,
  wholeNumber,
} from "../kernel/fields";
import { personReply } from "../people/people.contract";

export const requestFamilies = ["leave", "finance", "form"] as const;
export type RequestFamily = (typeof requestFamilies)[number];

export const roleRefReply = object({ id: reply.id(), name: reply.text(), code: reply.textOrNull() });

/** A step of a request's way, done, asked now, or to come. */
export const stepReply = object({
  id: reply.id(),
  round: reply.number(),
  position: reply.number(),
  /** The rule that brought it here; null where the manager is asked without one. */
  rule: reply.textOrNull(),
  by: string().oneOf(["manager", "role", "user"]).required(),
  route: string().oneOf(["rule", "upward", "away", "escalated", "administrators"]).required(),
  state: string().oneOf(["next", "now", "approved", "rejected", "changes_requested", "dropped"]).required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  /** Who was meant, where somebody else is asked: they are on leave, have left, or have let it wait too long. */
  instead_of: personReply.nullable().defined(),
  since: reply.textOrNull(),
  decided_at: reply.textOrNull(),
  decided_by: personReply.nullable().defined(),
  on_behalf_of: personReply.nullable().defined(),
  note: reply.textOrNull(),
});
export type RequestStep = InferType<typeof stepReply>;

/** Who must act, and in which status it is until then; null when nobody is asked. */
export const nextStatusReply = object({
  status: reply.text(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
})
  .nullable()
  .defined();

/** What every request has, whatever its family. */
export const requestReply = object({
  id: reply.id(),
  family: string()
    .oneOf([...requestFamilies])
    .required(),
  type: reply.text(),
  status: reply.text(),
  version: reply.number(),
  requester: personReply,
  created_at: reply.text(),
  sent_at: reply.textOrNull(),
  decided_at: reply.textOrNull(),
  next_status: nextStatusReply,
});
export type RequestSummary = InferType<typeof requestReply>;

/** The body of every decision. */
export const decisionShape = {
  version: wholeNumber(1, 2_000_000_000),
  note: textField(2_000).nullable(),
};
export const decideSchema = object({ ...decisionShape, reason: textField(2_000).nullable() });
export const rejectSchema = object({ ...decisionShape, reason: textField(2_000).required("field.required") });
export const changesSchema = object({ ...decisionShape, note: textField(2_000).required("field.required") });

export const inboxEntryReply = object({
  request: requestReply,
  /** In whose name one would decide; null in one's own. */
  on_behalf_of: personReply.nullable().defined(),
  /** Since when it waits for one. */
  since: reply.text(),
  step: stepReply,
  /** What a family tells about it in a list: dates and days, amount and supplier. */
  facts: mixed<Record<string, unknown>>().required(),
});
export type InboxEntry = InferType<typeof inboxEntryReply>;

const familyField = () => string().oneOf([...requestFamilies, ""], "field.oneOf");

export const inbox = endpoint({
  method: "GET",
  path: "/approvals/inbox",
  summary: "What waits for one's decision, in one's own name or on behalf of others: the oldest first.",
  query: object({ ...pagingShape, family: familyField() }),
  reply: object({
    message: string(),
    data: array(inboxEntryReply).required(),
    meta: pageMeta.shape({ counts: mixed<Record<RequestFamily, number>>().required() }),
  }),
});

export const decidedByMe = endpoint({
  method: "GET",
  path: "/approvals/decided",
  summary: "What one has decided, the latest first.",
  query: object({ ...pagingShape, family: familyField() }),
  reply: object({ message: string(), data: array(inboxEntryReply).required(), meta: pageMeta }),
});

export const delegationReply = object({
  id: reply.id(),
  delegator: personReply,
  delegatee: personReply,
  start_date: reply.text(),
  end_date: reply.textOrNull(),
  can: object({ end: boolean().required() }),
});
export type Delegation = InferType<typeof delegationReply>;

export const delegations = endpoint({
  method: "GET",
  path: "/delegation",
  summary: "Who decides for one, and for whom one decides: now and from a later day on.",
  reply: dataReply(array(delegationReply).required()),
});

export const delegate = endpoint({
  method: "POST",
  path: "/delegation",
  summary: "Hands one's approvals to somebody for some days, or until one takes them back.",
  body: object({
    delegatee_id: idField("user").required("field.required"),
    start_date: dayField(),
    end_date: dayField(),
  }).test("dates", "field.endBeforeStart", (value, context) =>
    typeof value.start_date !== "string" || typeof value.end_date !== "string" || value.start_date <= value.end_date
      ? true
      : context.createError({ path: "end_date", message: "field.endBeforeStart" }),
  ),
  reply: dataReply(delegationReply),
  status: 201,
  example: { body: { delegatee_id: 1 } },
});

export const endDelegation = endpoint({
  method: "DELETE",
  path: "/delegation/:id",
  summary: "Takes one's approvals back.",
  params: object({ id: pathId("delegation") }),
  reply: deletedReply,
});
