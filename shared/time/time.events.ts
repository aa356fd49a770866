import type { TimeEntryFacts } from "./time.contract";
import type { RunningTimer, StoppedTimer } from "./timer.contract";
import type { WeekFacts } from "./week.contract";

interface OfTask {
  key: string;
  title: string;
  /** Of the task, as it is now. */
  spent_minutes: number;
}

/** On the project's stream. */
export interface TimeEntryEvents {
  "time_entry.created": TimeEntryFacts & OfTask;
  "time_entry.updated": TimeEntryFacts & OfTask & { before: Pick<TimeEntryFacts, "date" | "hours" | "minutes"> };
  "time_entry.deleted": Omit<TimeEntryFacts, "note" | "version"> & OfTask;
}

/** On the person's own stream; those of weeks also on the streams of whoever may decide on them. */
export interface TimeEvents {
  "timer.started": RunningTimer;
  "timer.stopped": StoppedTimer;
  /** Its stop, or that it was discarded, was taken back: it runs on since its start. */
  "timer.resumed": RunningTimer;
  "timer.discarded": { task: RunningTimer["task"]; started_at: string; minutes: number };
  "time_week.submitted": WeekFacts;
  "time_week.approved": WeekFacts;
  "time_week.reopened": WeekFacts;
}
