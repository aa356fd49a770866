import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import {
  dataReply,
  idField,
  lineField,
  pageMeta,
  pagingShape,
  pathId,
  reply,
  textField,
  wholeNumber,
} from "../../kernel/fields";
import { nameTranslations } from "../../kernel/translations";
import { personReply } from "../../kernel/person-reply";
import { type RequestFamily, requestFamilies } from "./families";
import { approverKinds } from "./approvals.chain.rules";
import { bulkResultReply } from "../../kernel/bulk-result";

export const roleRefReply = object({ id: reply.id(), name: reply.text(), code: reply.textOrNull() });

export const stepReply = object({
  id: reply.id(),
  round: reply.number(),
  position: reply.number(),
  /** The rule that added the step; null if the manager decides by default. */
  rule: reply.textOrNull(),
  by: string()
    .oneOf([...approverKinds])
    .required(),
  route: string()
    .oneOf([
      "rule",
      "upward",
      "away",
      "absent",
      "no_right",
      "escalated",
      "last_resort",
      "administrators",
      "four_eyes",
      "alone",
      "same_person",
      "handed",
    ])
    .required(),
  state: string().oneOf(["next", "now", "approved", "rejected", "changes_requested", "dropped"]).required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  /** The originally intended approver, who is on leave, has left or did not decide in time. */
  instead_of: personReply.nullable().defined(),
  /** Last day of leave of the approver and of the originally intended approver while the step is undecided; null when not on leave. */
  away_until: reply.textOrNull(),
  meant_away_until: reply.textOrNull(),
  since: reply.textOrNull(),
  /** When an undecided step escalates; null if it is not the current step or never escalates. */
  moves_on: reply.textOrNull(),
  decided_at: reply.textOrNull(),
  decided_by: personReply.nullable().defined(),
  on_behalf_of: personReply.nullable().defined(),
  note: reply.textOrNull(),
});
export type RequestStep = InferType<typeof stepReply>;

/**
 * The next status and the user or role who must act: the approver, the requester after requested changes, or the payer. Both `approver` and
 * `role` are null if the transition is automatic. The object is null for drafts and finished requests.
 */
export const nextStatusReply = object({
  /** Status of the current step while it is undecided; otherwise the next status. */
  status: reply.text(),
  action: string().oneOf(["decide", "resubmit", "pay", "settle", "archive"]).required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  /** The day of the automatic transition, or the last day for the action. */
  day: reply.textOrNull(),
})
  .nullable()
  .defined();
export type NextStatus = InferType<typeof nextStatusReply>;

export const familyReply = () =>
  string()
    .oneOf([...requestFamilies])
    .required();

export const requestReply = object({
  id: reply.id(),
  family: familyReply(),
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

export const decisionShape = {
  version: wholeNumber(1, 2_000_000_000),
  note: textField(2_000).nullable(),
};
export const decideSchema = object({ ...decisionShape, reason: textField(2_000).nullable() });
export const rejectSchema = object({ ...decisionShape, reason: textField(2_000).required("field.required") });
export const changesSchema = object({ ...decisionShape, note: textField(2_000).required("field.required") });

export const inboxEntryReply = object({
  request: requestReply,
  /** The user on whose behalf the caller would decide; null if the caller decides as the approver. */
  on_behalf_of: personReply.nullable().defined(),
  since: reply.text(),
  step: stepReply,
  facts: mixed<Record<string, unknown>>().required(),
});
export type InboxEntry = InferType<typeof inboxEntryReply>;

/** Waiting requests per type. The name is null for built-in types, which the client translates. */
const inboxKindReply = object({
  family: familyReply(),
  type: reply.text(),
  name: reply.textOrNull(),
  translations: nameTranslations(),
  count: reply.number(),
});
export type InboxKind = InferType<typeof inboxKindReply>;

/** A cursor: microseconds since 1970, a hyphen and the step id. */
const cursorText = /^\d{1,18}-\d{1,18}$/;

const familyField = () => string().oneOf([...requestFamilies, ""], "field.oneOf");

export const listInbox = endpoint({
  method: "GET",
  path: "/approvals/inbox",
  openWhen: ["viewing"],
  summary: "Lists the requests waiting for the caller's decision, including delegated ones, oldest first.",
  query: object({
    ...pagingShape,
    family: familyField(),
    /** Type within the request family: `purchase`, or the id of a leave type or form as text. */
    type: textField(100),
    requester_id: idField("user"),
    /** Searches the requester's name, the title and the number. */
    q: lineField(100),
    sort: string().oneOf(["oldest", "newest", ""], "field.oneOf"),
    /** Cursor from `meta.next` of the previous page; stable while requests are being decided. */
    after: textField(60).matches(cursorText, { message: "field.invalid", excludeEmptyString: true }),
  }),
  reply: object({
    message: string(),
    data: array(inboxEntryReply).required(),
    meta: pageMeta.shape({
      counts: mixed<Record<RequestFamily, number>>().required(),
      kinds: array(inboxKindReply).required(),
      requesters: array(personReply).required(),
      next: reply.textOrNull(),
    }),
  }),
});

export const countInbox = endpoint({
  method: "GET",
  path: "/approvals/count",
  openWhen: ["viewing"],
  summary: "Returns how many requests wait for the caller's decision and how many of the caller's own are open.",
  reply: dataReply(
    object({
      waiting: reply.number(),
      sent: reply.number(),
    }),
  ),
});

export const bulkApproveBatchSize = 100;

export const approveRequests = endpoint({
  method: "POST",
  isBulk: true,
  path: "/approvals/approve",
  summary: "Approves several requests, each independently, and returns the result for each.",
  body: object({
    requests: array(object({ id: idField("request").required("field.id"), version: wholeNumber(1, 2_000_000_000) }))
      .required("field.required")
      .min(1)
      .max(bulkApproveBatchSize),
    note: textField(2_000).nullable(),
  }),
  reply: dataReply(array(bulkResultReply).required()),
  example: { body: { requests: [{ id: 1, version: 1 }] } },
});

export const undoDecision = endpoint({
  method: "PUT",
  path: "/approvals/request/:id/undo",
  summary: "Undoes the caller's decision within seconds, unless the request was processed further.",
  params: object({ id: pathId("request") }),
  problems: ["request.undoLate", "request.undoActedOn"],
  reply: object({
    message: string().required(),
    data: object({ id: reply.id(), status: reply.text(), version: reply.number() }),
  }),
});

export const listDecidedRequests = endpoint({
  method: "GET",
  path: "/approvals/decided",
  openWhen: ["viewing"],
  summary: "Lists the requests the caller has decided, newest first.",
  query: object({ ...pagingShape, family: familyField(), q: lineField(100) }),
  reply: object({ message: string(), data: array(inboxEntryReply).required(), meta: pageMeta }),
});

/** The current step, or the last decided step; null if there was none. */
export const sentEntryReply = inboxEntryReply.omit(["step", "on_behalf_of"]).shape({
  step: stepReply.nullable().defined(),
});
export type SentEntry = InferType<typeof sentEntryReply>;

export const listSentRequests = endpoint({
  method: "GET",
  path: "/approvals/sent",
  openWhen: ["viewing"],
  summary: "Lists the requests the caller has sent, across all families, newest first. Drafts are not included.",
  query: object({
    ...pagingShape,
    family: familyField(),
    q: lineField(100),
    /** Lists only requests that are undecided or were returned for changes, like their number in the count. */
    pending: boolean(),
  }),
  reply: object({ message: string(), data: array(sentEntryReply).required(), meta: pageMeta }),
});
