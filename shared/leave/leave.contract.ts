import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { requestReply, stepReply } from "../approvals/approvals.contract";
import { decisionCalls } from "../approvals/decision-calls";
import { endpoint } from "../kernel/endpoint";
import { fileReply } from "../attachments/attachments.contract";
import { dataReply, deletedReply, idField, pageMeta, pagingShape, pathId, reply } from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { personReply } from "../people/people.contract";
import { leaveListQuery, leavePreviewSchema, leaveRequestSchema } from "./leave.schema";
import { leaveFamily } from "./leave.family";

const { feature } = leaveFamily;
const yes = () => boolean().required();

export const leaveTypeRef = object({
  id: reply.id(),
  name: reply.text(),
  /** What it is called in other languages. */
  translations: nameTranslations(),
  icon: reply.text(),
});
export type LeaveTypeRef = InferType<typeof leaveTypeRef>;

export const leaveReply = requestReply.shape({
  leave_type: leaveTypeRef,
  start_date: reply.text(),
  end_date: reply.text(),
  start_half: string().oneOf(["afternoon"]).nullable().defined(),
  end_half: string().oneOf(["morning"]).nullable().defined(),
  /** Days that it costs. */
  days: reply.number(),
  reason: reply.textOrNull(),
  /** The document that was attached. */
  file: fileReply.nullable().defined(),
  /** Who stands in meanwhile. */
  substitute: personReply.nullable().defined(),
  /** Who entered it for the requester; null where the requester asked for it. */
  entered_by: personReply.nullable().defined(),
});
export type Leave = InferType<typeof leaveReply>;

export const awayReply = object({ person: personReply, start_date: reply.text(), end_date: reply.text() });

/** Days on which the department falls below its minimum with this leave; null where it doesn't, or has none. */
export const coverReply = object({
  minimum: reply.number(),
  department: reply.text(),
  days: array(object({ date: reply.text(), present: reply.number() })).required(),
})
  .nullable()
  .defined();
export type LeaveCover = NonNullable<InferType<typeof coverReply>>;

const action = () => yes();
export const leaveDetailReply = leaveReply.shape({
  /** Every step of every time that it was sent. */
  steps: array(stepReply).required(),
  can: object({
    edit: action(),
    send: action(),
    approve: action(),
    reject: action(),
    request_changes: action(),
    hand_over: action(),
    cancel: action(),
    /** Of a draft that was never sent. */
    discard: action(),
  }),
  /** For whom one would decide; null in one's own name. */
  on_behalf_of: personReply.nullable().defined(),
  /** What is left of the type in the year in which it begins, this leave set aside; null where days aren't counted. */
  balance_after: reply.numberOrNull(),
  /** Others of the department who are away meanwhile. */
  away: array(awayReply).required(),
  cover: coverReply,
  /** What isn't work where the requester works: from the first day on, for some weeks. */
  free: object({
    weekend: array(reply.number()).required(),
    holidays: array(
      object({ date: reply.text(), name: reply.text(), translations: nameTranslations(), half: reply.textOrNull() }),
    ).required(),
  }),
});
export type LeaveDetail = InferType<typeof leaveDetailReply>;

const byId = object({ id: pathId("request") });

export const listLeave = endpoint({
  method: "GET",
  path: "/leave/leave-request",
  summary:
    "Leave requests: one's own, those of one's people, or all; by day, the latest first. Further on by `before`, the last one's id: then nothing is counted, however long the list is.",
  feature,
  permission: "leave-request-list",
  query: object({ ...pagingShape, ...leaveListQuery, before: idField("request") }),
  reply: object({
    message: string(),
    data: array(leaveReply).required(),
    meta: pageMeta.shape({
      total: reply.numberOrNull(),
      last_page: reply.numberOrNull(),
      /** `before` of what follows; null at the end. */
      next: reply.numberOrNull(),
    }),
  }),
});

export const readLeave = endpoint({
  method: "GET",
  path: "/leave/leave-request/:id",
  summary: "One request with its way.",
  feature,
  permission: "leave-request-list",
  params: byId,
  reply: dataReply(leaveDetailReply),
});

const exampleSpan = { leave_type_id: 1, start_date: "2030-01-07", end_date: "2030-01-08" };

export const createLeave = endpoint({
  method: "POST",
  path: "/leave/leave-request",
  summary:
    "Asks for leave, or keeps a draft. With a document: multipart, the file as `attachment`. HR enters leave for somebody else with `user_id`: it is approved by that.",
  feature,
  permission: "leave-request-create",
  body: leaveRequestSchema,
  file: "attachment",
  reply: dataReply(leaveDetailReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: exampleSpan },
});

export const updateLeave = endpoint({
  method: "PUT",
  path: "/leave/leave-request/:id",
  summary:
    "Changes a draft, or what was sent back. Without `draft` it is sent as well. `attachment` and `user_id` as with POST.",
  feature,
  permission: "leave-request-create",
  params: byId,
  body: leaveRequestSchema,
  file: "attachment",
  reply: dataReply(leaveDetailReply),
  problems: ["request.stale", "request.wrongState", "request.invalid"],
  example: { body: exampleSpan },
});

export const discardLeave = endpoint({
  method: "DELETE",
  path: "/leave/leave-request/:id",
  summary: "Throws away a draft of one's own that was never sent.",
  feature,
  permission: "leave-request-create",
  params: byId,
  reply: deletedReply,
  problems: ["request.wrongState"],
});

const decisions = decisionCalls({
  feature,
  path: "/leave/leave-request/:id",
  params: byId,
  detail: leaveDetailReply,
  makes: "leave-request-create",
  summaries: { cancel: "Takes it back: the requester until it starts, HR at any time." },
  examples: { reason: "We launch in that week", note: "Could it be a week later?" },
});
export const sendLeave = decisions.send;
export const approveLeave = decisions.approve;
export const rejectLeave = decisions.reject;
export const requestLeaveChanges = decisions.requestChanges;
export const cancelLeave = decisions.cancel;

export const previewReply = object({
  days: reply.number(),
  each: array(
    object({
      date: reply.text(),
      days: reply.number(),
      why: string().oneOf(["weekend", "holiday"]).nullable().defined(),
      holiday: reply.textOrNull(),
      /** What the holiday is called in other languages. */
      holiday_translations: nameTranslations(),
    }),
  ).required(),
  /** Per year: what is left before and after. */
  balances: array(object({ year: reply.number(), before: reply.number(), after: reply.number() })).required(),
  /** One's own leave at the same time: it would be refused. */
  overlaps: array(object({ id: reply.id(), start_date: reply.text(), end_date: reply.text() })).required(),
  /** Others of the department who are away meanwhile. */
  away: array(awayReply).required(),
  cover: coverReply,
  needs_attachment: yes(),
  /** Message ids of what would refuse it, by field. */
  /** Dates of the type that it lies upon: it is refused there, or only warned of. */
  blocks: array(
    object({ start_date: reply.text(), end_date: reply.text(), stop: yes(), note: reply.textOrNull() }),
  ).required(),
  refusals: array(object({ field: reply.text(), message: reply.text() })).required(),
});

export const previewLeave = endpoint({
  method: "GET",
  path: "/leave/leave-request/preview",
  summary: "What a leave would cost, what would be left, and who else is away.",
  feature,
  permission: "leave-request-create",
  query: leavePreviewSchema,
  reply: dataReply(previewReply),
  example: { query: exampleSpan },
});
