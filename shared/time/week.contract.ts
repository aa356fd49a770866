import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint, peopleAlone } from "../kernel/endpoint";
import { dataReply, idField, reply, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { mondayParam } from "./time.schema";
import { weekStates } from "./week.workflow";

export const weekFacts = object({
  user: personReply,
  monday: reply.text(),
  state: string()
    .oneOf([...weekStates])
    .required(),
  minutes: reply.number(),
  submitted_at: reply.textOrNull(),
  /** Who approved it or, while it is open, opened it again. */
  decided_by: personReply.nullable().defined(),
  decided_at: reply.textOrNull(),
});
export type WeekFacts = InferType<typeof weekFacts>;

export const weekReply = weekFacts.shape({
  can: object({ submit: boolean().required(), approve: boolean().required(), reopen: boolean().required() }),
});
export type Week = InferType<typeof weekReply>;

export const listWeeks = endpoint({
  method: "GET",
  path: "/time-week",
  summary: "The last weeks of a person, this one first.",
  permission: "time-tracking-list",
  query: object({ user_id: idField("user"), weeks: wholeNumber(1, 53) }),
  reply: dataReply(array(weekReply).required()),
});

export const waitingWeeks = endpoint({
  method: "GET",
  path: "/time-week/waiting",
  summary: "Weeks of others that wait for a decision, longest first.",
  permission: "time-tracking-all",
  reply: dataReply(array(weekReply).required()),
});

const byMonday = object({ monday: mondayParam() });
const example = { params: { monday: "2026-11-16" }, body: { user_id: 1 } };
const ofPerson = object({ user_id: idField("user").required("field.required") });

export const submitWeek = endpoint({
  method: "PUT",
  path: "/time-week/:monday/submit",
  summary: "Hands in one's own week: nothing can be written into it until it is opened again.",
  permission: "time-tracking-list",
  scope: "time-entry-create",
  params: byMonday,
  reply: dataReply(weekReply),
  problems: ["week.wrongState"],
  example: { params: example.params },
});

export const approveWeek = endpoint({
  method: "PUT",
  path: "/time-week/:monday/approve",
  summary: "Approves a week that somebody else has handed in.",
  permission: "time-tracking-all",
  scope: peopleAlone,
  params: byMonday,
  body: ofPerson,
  reply: dataReply(weekReply),
  problems: ["week.wrongState", "permission.denied"],
  example,
});

export const reopenWeek = endpoint({
  method: "PUT",
  path: "/time-week/:monday/reopen",
  summary: "Opens a week again: one's own until it is approved, anybody else's with `time-tracking-all`.",
  permission: "time-tracking-list",
  scope: "time-entry-create",
  params: byMonday,
  body: object({ user_id: idField("user") }),
  reply: dataReply(weekReply),
  problems: ["week.wrongState", "permission.denied"],
  example,
});
