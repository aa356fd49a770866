import { absenceReply } from "../../../work/projects/absences.contract";
import { array, type InferType, object } from "yup";
import { boolean, string } from "../../../kernel/schemas";
import { requestReply } from "../../../approvals/approvals/approvals.contract";
import { documentCalls, documentState } from "../../../approvals/documents/document-calls";
import { endpoint } from "../../../kernel/endpoint";
import { fileReply } from "../../../work/attachments/attachments.contract";
import { dataReply, idField, pageMeta, pagingShape, pathId, reply } from "../../../kernel/fields";
import { nameTranslations } from "../../../kernel/translations";
import { personReply } from "../../../kernel/person-reply";
import { leaveChangeSchema, leaveListQuery, leavePreviewSchema, leaveRequestSchema } from "./leave.schema";
import { dayPartReply, leaveTypeRef } from "../types/types.contract";
import { leaveFamily } from "../../../approvals/approvals/families";

const { feature } = leaveFamily;
const yes = () => boolean().required();

const leaveDates = {
  start_date: reply.text(),
  end_date: reply.text(),
  start_half: string().oneOf(["afternoon"]).nullable().defined(),
  end_half: string().oneOf(["morning"]).nullable().defined(),
  part: dayPartReply,
  days: reply.number(),
};

export const leaveReply = requestReply.shape({
  leave_type: leaveTypeRef,
  start_date: reply.text(),
  end_date: reply.text(),
  start_half: string().oneOf(["afternoon"]).nullable().defined(),
  end_half: string().oneOf(["morning"]).nullable().defined(),
  part: dayPartReply,
  days: reply.number(),
  /** Set if `days` are hours of worked time that are credited on approval, instead of leave. */
  credit: object({ break_minutes: reply.number(), expires_on: reply.textOrNull() }).nullable().defined(),
  reason: reply.textOrNull(),
  file: fileReply.nullable().defined(),
  substitute: personReply.nullable().defined(),
  entered_by: personReply.nullable().defined(),
  /** For a request to change an approved leave: that leave, with its dates before the change. */
  changes: object({ id: reply.id(), ...leaveDates })
    .nullable()
    .defined(),
});
export type Leave = InferType<typeof leaveReply>;

/** Days on which this leave reduces the department's presence below its minimum; null if there are none. */
export const coverReply = object({
  minimum: reply.number(),
  department: reply.text(),
  days: array(object({ date: reply.text(), present: reply.number() })).required(),
})
  .nullable()
  .defined();
export type LeaveCover = NonNullable<InferType<typeof coverReply>>;

export const leaveDetailReply = leaveReply.shape({
  /**
   * `change`: the dates can be changed; changes to approved leave require approval, unless HR makes them. `discard`: a draft that was never
   * sent can be deleted.
   */
  ...documentState(["change", "discard"]),
  /** Days remaining in the year in which the leave starts, without this leave; null for leave types without a balance. */
  balance_after: reply.numberOrNull(),
  /** For a request to change an approved leave: days remaining with the approved dates. */
  balance_before: reply.numberOrNull(),
  /** The request to change this leave that is pending or was returned. */
  pending_change: object({ id: reply.id(), status: reply.text(), ...leaveDates })
    .nullable()
    .defined(),
  away: array(absenceReply).required(),
  cover: coverReply,
  /** Non-working days at the requester's location for some weeks, starting with the first day of the leave. */
  free: object({
    weekend: array(reply.number()).required(),
    holidays: array(
      object({ date: reply.text(), name: reply.text(), translations: nameTranslations(), half: reply.textOrNull() }),
    ).required(),
    /** Free days in the schedules of the requester and of absent colleagues. */
    people: array(object({ user_id: reply.id(), days: array(reply.text()).required() })).required(),
  }),
});
export type LeaveDetail = InferType<typeof leaveDetailReply>;

const byId = object({ id: pathId("request") });

export const listLeave = endpoint({
  method: "GET",
  path: "/leave/leave-request",
  summary:
    "Lists leave requests: the caller's own, the team's or all, by day, newest first. The next page is requested with `before`, the last id; it has no total.",
  feature,
  permission: "leave-request-list",
  query: object({ ...pagingShape, ...leaveListQuery, before: idField("request") }),
  reply: object({
    message: string(),
    data: array(leaveReply).required(),
    meta: pageMeta.shape({
      total: reply.numberOrNull(),
      last_page: reply.numberOrNull(),
      /** Cursor for the query parameter `before`; null on the last page. */
      next: reply.numberOrNull(),
    }),
  }),
});

const exampleSpan = { leave_type_id: 1, start_date: "2030-01-07", end_date: "2030-01-08" };

export const changeLeave = endpoint({
  method: "PUT",
  path: "/leave/leave-request/:id/change",
  summary:
    "Changes the dates of pending or approved leave. Approval of a pending request starts again. For approved leave, a request to change it is created and returned; the leave stays valid until that is approved. HR changes the approved leave of others at once.",
  feature,
  permission: "leave-request-create",
  params: byId,
  body: leaveChangeSchema,
  reply: dataReply(leaveDetailReply),
  problems: ["request.stale", "request.wrongState", "request.invalid", "leave.changeByHr"],
  example: { body: { start_date: "2030-01-08", end_date: "2030-01-09" } },
});

const calls = documentCalls({
  feature,
  path: "/leave/leave-request",
  params: byId,
  detail: leaveDetailReply,
  written: dataReply(leaveDetailReply),
  reads: "leave-request-list",
  makes: "leave-request-create",
  file: "attachment",
  create: {
    summary:
      "Requests leave, or saves a draft. With a document: multipart, the file as `attachment`. HR records leave for another user with `user_id`, which approves it immediately.",
    body: leaveRequestSchema,
    example: exampleSpan,
  },
  update: {
    summary:
      "Updates a draft or a returned request. Without `draft`, it is also sent. `attachment` and `user_id` work as in POST.",
    body: leaveRequestSchema,
    example: exampleSpan,
  },
  summaries: {
    read: "Returns a leave request with its approval route.",
    remove: "Deletes an unsent draft of the caller.",
    cancel: "Takes it back: the requester until it starts, HR at any time.",
  },
  examples: { reason: "We launch in that week", note: "Could it be a week later?" },
});
export const readLeave = calls.read;
export const createLeave = calls.create;
export const updateLeave = calls.update;
export const discardLeave = calls.remove;
export const sendLeave = calls.send;
/** A change of leave that has begun is approved by HR only. */
export const approveLeave = {
  ...calls.approve,
  problems: [...calls.approve.problems, "leave.changeByHr"] as const,
};
export const rejectLeave = calls.reject;
export const requestLeaveChanges = calls.requestChanges;
/** Credited time that was used can't be withdrawn. */
export const cancelLeave = {
  ...calls.cancel,
  problems: [...calls.cancel.problems, "leave.creditUsed"] as const,
};

export const previewReply = object({
  days: reply.number(),
  /** Length of the absence in days, even for leave types in hours; used by approval rules. */
  absence_days: reply.number(),
  /** The resolved part of the day, if only a number of hours was given. */
  part: dayPartReply,
  each: array(
    object({
      date: reply.text(),
      days: reply.number(),
      why: string().oneOf(["weekend", "holiday", "free"]).nullable().defined(),
      holiday: reply.textOrNull(),
      holiday_translations: nameTranslations(),
    }),
  ).required(),
  balances: array(object({ year: reply.number(), before: reply.number(), after: reply.number() })).required(),
  overlaps: array(object({ id: reply.id(), start_date: reply.text(), end_date: reply.text() })).required(),
  away: array(absenceReply).required(),
  cover: coverReply,
  needs_attachment: yes(),
  /** Blocked periods of this leave type that overlap the request; an error if `stop` is set, otherwise a warning. */
  blocks: array(
    object({ start_date: reply.text(), end_date: reply.text(), stop: yes(), note: reply.textOrNull() }),
  ).required(),
  refusals: array(object({ field: reply.text(), message: reply.text() })).required(),
});

export const previewLeave = endpoint({
  method: "GET",
  path: "/leave/leave-request/preview",
  summary: "Previews the days, the remaining balance and the absent colleagues of a leave request.",
  feature,
  permission: "leave-request-create",
  query: leavePreviewSchema,
  reply: dataReply(previewReply),
  example: { query: exampleSpan },
});
