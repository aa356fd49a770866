import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, lineField, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { timedProjectReply, timedTaskReply, timeEntryReply } from "./time.contract";
import { timeSheetQuery } from "./time.schema";
import { weekStates } from "./week.workflow";

export const suggestionReply = object({
  task_id: reply.id(),
  date: reply.text(),
  minutes: reply.number(),
  source: object({
    kind: string().oneOf(["moved", "edited", "commented", "timer"]).required(),
    at: reply.text(),
    minutes: reply.numberOrNull(),
    column: reply.textOrNull(),
  }),
});

export const timeSheetReply = object({
  user: personReply,
  from: reply.text(),
  to: reply.text(),
  /** The person's day, now. */
  today: reply.text(),
  days: array(
    object({
      date: reply.text(),
      target_minutes: reply.number(),
      state: string()
        .oneOf([...weekStates])
        .required(),
      /** On tasks of projects that the reader doesn't see. */
      hidden_minutes: reply.number(),
    }),
  ).required(),
  projects: array(timedProjectReply).required(),
  tasks: array(timedTaskReply.shape({ can: object({ log: boolean().required() }) })).required(),
  entries: array(timeEntryReply).required(),
  /** Ghosts: for the person themself only, and they never count. */
  suggestions: array(suggestionReply).required(),
  can: object({ log: boolean().required() }),
});
export type TimeSheet = InferType<typeof timeSheetReply>;

export const readTimeSheet = endpoint({
  method: "GET",
  path: "/time-sheet",
  summary: "A person's time as a grid: tasks by days, with what the days ask for. Others' with `time-tracking-all`.",
  permission: "time-tracking-list",
  query: timeSheetQuery,
  reply: dataReply(timeSheetReply),
  problems: ["permission.denied"],
  example: { query: { from: "2026-11-12", to: "2026-11-18" } },
});

export const timedPeople = endpoint({
  method: "GET",
  path: "/time-person",
  summary: "Those whose time one may see, oneself included.",
  permission: "time-tracking-all",
  reply: dataReply(array(personReply).required()),
});

export const loggableTasks = endpoint({
  method: "GET",
  path: "/time-task",
  summary: "Tasks that one may write time on: by text, else those one has lately worked on or is assigned to.",
  permission: "time-tracking-list",
  query: object({ q: lineField(200), project_id: idField("project") }),
  reply: dataReply(
    array(timedTaskReply.shape({ project_title: reply.text(), project_color: reply.text() })).required(),
  ),
});

export const projectTime = endpoint({
  method: "GET",
  path: "/project/:id/time",
  scope: "project-view",
  summary: "Estimates against time spent in a project: in all, per task and per person.",
  params: object({ id: pathId("project") }),
  reply: dataReply(
    object({
      /** Of tasks with an estimate. */
      estimate_minutes: reply.number(),
      spent_on_estimated_minutes: reply.number(),
      spent_minutes: reply.number(),
      estimated_count: reply.number(),
      task_count: reply.number(),
      tasks: array(
        timedTaskReply.shape({
          done: boolean().required(),
          estimate_minutes: reply.numberOrNull(),
          spent_minutes: reply.number(),
        }),
      ).required(),
      people: array(object({ user: personReply, minutes: reply.number() })).required(),
    }),
  ),
});
export type ProjectTime = InferType<typeof projectTime.reply>["data"];
