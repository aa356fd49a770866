import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { timedTaskReply, timeEntryFacts } from "./time.contract";
import { runningTimerReply, stoppedTimerReply } from "./timer.contract";
import { timesheetWeekDataReply } from "./week.contract";

const ofTask = { key: reply.text(), title: reply.text(), spent_minutes: reply.number() };

export const timeEntryEvents = defineEvents({
  "time_entry.created": timeEntryFacts.shape(ofTask),
  "time_entry.updated": timeEntryFacts.shape({ ...ofTask, before: timeEntryFacts.pick(["date", "hours", "minutes"]) }),
  "time_entry.deleted": timeEntryFacts.omit(["note", "version"]).shape(ofTask),
});

/** Published on the user's own stream; `time_week.*` also on the streams of possible approvers. */
export const timeEvents = defineEvents({
  "timer.started": runningTimerReply,
  "timer.stopped": stoppedTimerReply,
  /** The user undid a stop or discard, and the timer continues from its original start. */
  "timer.resumed": runningTimerReply,
  "timer.discarded": object({
    task: timedTaskReply,
    started_at: reply.text(),
    minutes: reply.number(),
  }),
  "time_week.submitted": timesheetWeekDataReply,
  "time_week.approved": timesheetWeekDataReply,
  "time_week.approval_undone": timesheetWeekDataReply,
  "time_week.reopened": timesheetWeekDataReply,
});

export interface TimeEntryEvents extends EventsOf<typeof timeEntryEvents> {}
export interface TimeEvents extends EventsOf<typeof timeEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TimeEntryEvents, TimeEvents {}
}
