import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { deletedReply, reply } from "../kernel/fields";
import { timedTaskReply } from "./time.contract";
import { resumeTimerSchema, startTimerSchema, stopTimerSchema } from "./time.schema";

/** After so long a timer was probably forgotten: nobody works on one task for ten hours without a pause. */
export const longTimerMinutes = 10 * 60;

export const runningTimerReply = object({
  task: timedTaskReply,
  project: object({ id: reply.id(), revision: reply.number() }),
  started_at: reply.text(),
  /** When its person last did anything on a task since it runs: up to here it is believed. */
  last_activity_at: reply.textOrNull(),
  /** It has run for very long, or over the end of a day in the person's time zone. */
  forgotten: boolean().required(),
});
export type RunningTimer = InferType<typeof runningTimerReply>;

/** Why minutes of a timer weren't written down. */
export const leftOutReasons = ["tooShort", "full", "locked", "noAccess"] as const;

export const stoppedTimerReply = object({
  /** By which it can run on, until another one runs. */
  id: reply.id(),
  task: timedTaskReply,
  started_at: reply.text(),
  /** What was written down, by day. */
  booked: array(object({ date: reply.text(), minutes: reply.number() })).required(),
  /** What couldn't be, and why. */
  left_out: array(
    object({
      date: reply.text(),
      minutes: reply.number(),
      reason: string()
        .oneOf([...leftOutReasons])
        .required(),
    }),
  ).required(),
});
export type StoppedTimer = InferType<typeof stoppedTimerReply>;

export const readTimer = endpoint({
  method: "GET",
  path: "/timer",
  scope: "time-entry-create",
  summary: "One's own running timer, or null. `now` is the server's clock.",
  reply: object({ data: runningTimerReply.nullable().defined(), now: reply.text() }),
});

export const startTimer = endpoint({
  method: "POST",
  path: "/timer/start",
  scope: "time-entry-create",
  summary: "Starts one's timer on a task. One that runs on another task is stopped and written down first.",
  body: startTimerSchema,
  reply: object({
    message: string(),
    data: runningTimerReply,
    now: reply.text(),
    /** What ran before. */
    stopped: stoppedTimerReply.nullable().defined(),
  }),
  problems: ["project.archived"],
  example: { body: { task_id: 1 } },
});

export const stopTimer = endpoint({
  method: "POST",
  path: "/timer/stop",
  scope: "time-entry-create",
  summary: "Stops one's timer and writes its time down: per day, up to 24 hours each, in open weeks.",
  body: stopTimerSchema,
  reply: object({ message: string().required(), data: stoppedTimerReply }),
  problems: ["timer.notRunning"],
  example: { body: {} },
});

export const resumeTimer = endpoint({
  method: "POST",
  path: "/timer/resume",
  scope: "time-entry-create",
  summary:
    "Takes back that one's last timer was stopped or discarded: what it wrote down goes, and it runs on since its start.",
  body: resumeTimerSchema,
  reply: object({ message: string().required(), data: runningTimerReply, now: reply.text() }),
  problems: [
    "timer.alreadyRuns",
    "timer.ranSince",
    "timer.timeChanged",
    "timer.taskGone",
    "time.locked",
    "project.archived",
  ],
  example: { body: { id: 1 } },
});

export const discardTimer = endpoint({
  method: "DELETE",
  path: "/timer",
  scope: "time-entry-create",
  summary: "Ends one's timer and writes nothing down. The id is that of its task.",
  reply: deletedReply.shape({
    /** By which it can run on, as with one that was stopped. */
    stopped_id: reply.id(),
  }),
  problems: ["timer.notRunning"],
});
