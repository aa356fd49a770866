import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
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
} from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { personReply } from "../people/people.contract";
import { type RequestFamily, requestFamilies } from "../requests/families";
import { approverKinds } from "./approvals.chain.rules";

export const roleRefReply = object({ id: reply.id(), name: reply.text(), code: reply.textOrNull() });

/** A step of a request's way, done, asked now, or to come. */
export const stepReply = object({
  id: reply.id(),
  round: reply.number(),
  position: reply.number(),
  /** The rule that brought it here; null where the manager is asked without one. */
  rule: reply.textOrNull(),
  by: string()
    .oneOf([...approverKinds])
    .required(),
  route: string()
    .oneOf(["rule", "upward", "away", "no_right", "escalated", "administrators", "four_eyes", "alone", "handed"])
    .required(),
  state: string().oneOf(["next", "now", "approved", "rejected", "changes_requested", "dropped"]).required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  /** Who was meant, where somebody else is asked: they are on leave, have left, or have let it wait too long. */
  instead_of: personReply.nullable().defined(),
  since: reply.textOrNull(),
  /** When it goes to somebody else if nobody decides; null where it isn't asked, or stays. */
  moves_on: reply.textOrNull(),
  decided_at: reply.textOrNull(),
  decided_by: personReply.nullable().defined(),
  on_behalf_of: personReply.nullable().defined(),
  note: reply.textOrNull(),
});
export type RequestStep = InferType<typeof stepReply>;

/**
 * What comes next, and who must act: whoever decides, the requester where changes are asked for, whoever pays what is
 * approved. Neither person nor role where it happens by itself. Null where nothing follows: drafts, and what is over.
 */
export const nextStatusReply = object({
  /** The step that is asked now, by its status; of anything else, the status that it comes to. */
  status: reply.text(),
  action: string().oneOf(["decide", "resubmit", "pay", "settle", "archive"]).required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  /** The day on which it happens by itself, or by which it is needed. */
  day: reply.textOrNull(),
})
  .nullable()
  .defined();
export type NextStatus = InferType<typeof nextStatusReply>;

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

/** How many of a kind wait. The name is null where the client knows it by its type. */
const inboxKindReply = object({
  family: string()
    .oneOf([...requestFamilies])
    .required(),
  type: reply.text(),
  name: reply.textOrNull(),
  translations: nameTranslations(),
  count: reply.number(),
});
export type InboxKind = InferType<typeof inboxKindReply>;

/** Microseconds since 1970, and the step. */
const cursorText = /^\d{1,18}-\d{1,18}$/;

const familyField = () => string().oneOf([...requestFamilies, ""], "field.oneOf");

export const inbox = endpoint({
  method: "GET",
  path: "/approvals/inbox",
  openWhen: ["viewing"],
  summary: "What waits for one's decision, in one's own name or on behalf of others: the oldest first.",
  query: object({
    ...pagingShape,
    family: familyField(),
    /** Of one family's requests: `purchase`, or the id of a leave type or form as text. */
    type: textField(100),
    requester_id: idField("user"),
    /** In the requester's name, the title and the number. */
    q: lineField(100),
    sort: string().oneOf(["oldest", "newest", ""], "field.oneOf"),
    /** `meta.next` of the page before: goes on from there, whatever has been decided meanwhile. */
    after: textField(60).matches(cursorText, { message: "field.invalid", excludeEmptyString: true }),
  }),
  reply: object({
    message: string(),
    data: array(inboxEntryReply).required(),
    meta: pageMeta.shape({
      counts: mixed<Record<RequestFamily, number>>().required(),
      kinds: array(inboxKindReply).required(),
      /** Whose requests wait, by name. */
      requesters: array(personReply).required(),
      /** Where the next page begins; null on the last one. */
      next: reply.textOrNull(),
    }),
  }),
});

/** One figure for the menu, without a list. */
export const inboxCount = endpoint({
  method: "GET",
  path: "/approvals/count",
  openWhen: ["viewing"],
  summary: "How many requests wait for one's decision, and how many of one's own are under way.",
  reply: dataReply(
    object({
      waiting: reply.number(),
      /** Of one's own: undecided, or sent back for changes. */
      sent: reply.number(),
    }),
  ),
});

export const bulkMost = 100;

export const bulkResultReply = object({
  id: reply.id(),
  done: boolean().required(),
  /** The status that a single call would have answered. */
  status: reply.number(),
  /** What a single call would have said. */
  message: reply.text(),
  code: reply.textOrNull(),
});
export type BulkResult = InferType<typeof bulkResultReply>;

export const bulkApprove = endpoint({
  method: "POST",
  path: "/approvals/approve",
  summary: "Approves several requests, each by itself as a single call would, and reports what became of each.",
  body: object({
    requests: array(object({ id: idField("request").required("field.id"), version: wholeNumber(1, 2_000_000_000) }))
      .required("field.required")
      .min(1)
      .max(bulkMost),
    note: textField(2_000).nullable(),
  }),
  reply: dataReply(array(bulkResultReply).required()),
  example: { body: { requests: [{ id: 1, version: 1 }] } },
});

export const undoDecision = endpoint({
  method: "PUT",
  path: "/approvals/request/:id/undo",
  summary: "Takes one's own decision back, within seconds and as long as nobody has acted since.",
  params: object({ id: pathId("request") }),
  problems: ["request.undoLate", "request.undoActedOn"],
  reply: object({
    message: string().required(),
    data: object({ id: reply.id(), status: reply.text(), version: reply.number() }),
  }),
});

export const decidedByMe = endpoint({
  method: "GET",
  path: "/approvals/decided",
  openWhen: ["viewing"],
  summary: "What one has decided, the latest first.",
  query: object({ ...pagingShape, family: familyField(), q: lineField(100) }),
  reply: object({ message: string(), data: array(inboxEntryReply).required(), meta: pageMeta }),
});

/** The step is the one that is asked now, or else the last that was decided; null where nobody was asked. */
export const sentEntryReply = inboxEntryReply.omit(["step", "on_behalf_of"]).shape({
  step: stepReply.nullable().defined(),
});
export type SentEntry = InferType<typeof sentEntryReply>;

export const sentByMe = endpoint({
  method: "GET",
  path: "/approvals/sent",
  openWhen: ["viewing"],
  summary: "What one has asked for, of every family: the latest first. Drafts aren't among it.",
  query: object({ ...pagingShape, family: familyField(), q: lineField(100) }),
  reply: object({ message: string(), data: array(sentEntryReply).required(), meta: pageMeta }),
});
