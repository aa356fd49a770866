import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, idField, lineField, pageMeta, pagingShape, reply, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { mondayParam } from "./time.schema";
import { weekStates } from "./week.workflow";

export const timesheetWeekDataReply = object({
  user: personReply,
  monday: reply.text(),
  state: string()
    .oneOf([...weekStates])
    .required(),
  minutes: reply.number(),
  submitted_at: reply.textOrNull(),
  /** The user who approved the week, or who reopened it. */
  decided_by: personReply.nullable().defined(),
  decided_at: reply.textOrNull(),
});
export type TimesheetWeekData = InferType<typeof timesheetWeekDataReply>;

export const timesheetWeekReply = timesheetWeekDataReply.shape({
  can: object({ submit: boolean().required(), approve: boolean().required(), reopen: boolean().required() }),
});
export type TimesheetWeek = InferType<typeof timesheetWeekReply>;

export const listWeeks = endpoint({
  method: "GET",
  path: "/time-week",
  summary: "Lists the last weeks of a user, the current one first.",
  permission: "time-tracking-list",
  query: object({ user_id: idField("user"), weeks: wholeNumber(1, 53) }),
  reply: dataReply(array(timesheetWeekReply).required()),
});

export const listWaitingWeeks = endpoint({
  method: "GET",
  path: "/time-week/waiting",
  summary: "Lists other users' weeks waiting for approval, longest wait first.",
  permission: "time-tracking-all",
  query: object(pagingShape),
  reply: object({ message: string(), data: array(timesheetWeekReply).required(), meta: pageMeta }),
});

const byMonday = object({ monday: mondayParam() });
const example = { params: { monday: "2026-11-16" }, body: { user_id: 1 } };
const ofPerson = object({ user_id: idField("user").required("field.required") });

export const submitWeek = endpoint({
  method: "PUT",
  path: "/time-week/:monday/submit",
  summary: "Submits the caller's week. Its time is locked until the week is reopened.",
  permission: "time-tracking-list",
  scope: "time-entry-create",
  params: byMonday,
  reply: dataReply(timesheetWeekReply),
  problems: ["week.wrongState"],
  example: { params: example.params },
});

export const approveWeek = endpoint({
  method: "PUT",
  path: "/time-week/:monday/approve",
  summary: "Approves a submitted week of another user.",
  permission: "time-tracking-all",
  scope: withoutApiTokens,
  params: byMonday,
  /** `submitted_at`: the submission that the caller has seen; a later one is refused as a wrong state. */
  body: ofPerson.shape({ submitted_at: lineField(40) }),
  reply: dataReply(timesheetWeekReply),
  problems: ["week.wrongState", "permission.denied"],
  example,
});

export const undoWeekApproval = endpoint({
  method: "PUT",
  path: "/time-week/:monday/undo-approval",
  summary: "Undoes the caller's approval. The week waits for a decision again.",
  permission: "time-tracking-all",
  scope: withoutApiTokens,
  params: byMonday,
  body: ofPerson,
  reply: dataReply(timesheetWeekReply),
  problems: ["week.wrongState", "permission.denied"],
  example,
});

export const reopenWeek = endpoint({
  method: "PUT",
  path: "/time-week/:monday/reopen",
  summary: "Reopens a week: the caller's own until it is approved, anyone else's with `time-tracking-all`.",
  permission: "time-tracking-list",
  scope: withoutApiTokens,
  params: byMonday,
  body: object({ user_id: idField("user") }),
  reply: dataReply(timesheetWeekReply),
  problems: ["week.wrongState", "permission.denied"],
  example,
});
