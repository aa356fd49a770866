import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { deletedReply, reply, positionReply } from "../../kernel/fields";
import { timedTaskReply } from "./time.contract";
import { resumeTimerSchema, startTimerSchema, stopTimerSchema } from "./time.schema";

export const runningTimerReply = object({
  task: timedTaskReply,
  project: object({ id: reply.id(), ...positionReply }),
  started_at: reply.text(),
  /** Time of the user's last activity on a task since the timer started, which is a plausible end. */
  last_activity_at: reply.textOrNull(),
  /** Whether the timer has run very long, or past midnight in the user's time zone. */
  forgotten: boolean().required(),
});
export type RunningTimer = InferType<typeof runningTimerReply>;

export const unloggedReasons = ["tooShort", "full", "tooManyEntries", "locked", "noAccess"] as const;

export const stoppedTimerReply = object({
  id: reply.id(),
  task: timedTaskReply,
  started_at: reply.text(),
  booked: array(object({ date: reply.text(), minutes: reply.number() })).required(),
  left_out: array(
    object({
      date: reply.text(),
      minutes: reply.number(),
      reason: string()
        .oneOf([...unloggedReasons])
        .required(),
    }),
  ).required(),
});
export type StoppedTimer = InferType<typeof stoppedTimerReply>;

export const readTimer = endpoint({
  method: "GET",
  path: "/timer",
  scope: "time-entry-create",
  summary: "Returns the caller's running timer, or null. `now` is the server's time.",
  reply: object({ data: runningTimerReply.nullable().defined(), now: reply.text() }),
});

export const startTimer = endpoint({
  method: "POST",
  path: "/timer/start",
  scope: "time-entry-create",
  summary:
    "Starts the caller's timer on a task. A timer on another task is stopped and logged first, unless it was forgotten.",
  body: startTimerSchema,
  reply: object({
    message: string(),
    data: runningTimerReply,
    now: reply.text(),
    stopped: stoppedTimerReply.nullable().defined(),
  }),
  /** `timer.forgotten`: another timer has run for very long or past midnight. It must be stopped or discarded first; it is the problem's record. */
  problems: ["project.archived", "timer.forgotten"],
  example: { body: { task_id: 1 } },
});

export const stopTimer = endpoint({
  method: "POST",
  path: "/timer/stop",
  scope: "time-entry-create",
  summary: "Stops the caller's timer and logs its time per day, at most 24 hours each, in open weeks.",
  body: stopTimerSchema,
  reply: object({ message: string().required(), data: stoppedTimerReply }),
  problems: ["timer.notRunning"],
  example: { body: {} },
});

export const resumeTimer = endpoint({
  method: "POST",
  path: "/timer/resume",
  scope: "time-entry-create",
  summary: "Resumes the last stopped or discarded timer from its original start. Time it logged is removed.",
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
  summary: "Discards the caller's timer without logging time. The id is that of its task.",
  reply: deletedReply.shape({
    stopped_id: reply.id(),
  }),
  problems: ["timer.notRunning"],
});
