import type { Actor as Person } from "../../shared/kernel/events";
import type { TimeEntry, TimeEntryFacts } from "../../shared/time/time.contract";

/** A time entry as statements read it. */
export interface EntryRow {
  id: number;
  taskId: number;
  /** `YYYY-MM-DD` */
  date: string;
  minutes: number;
  note: string | null;
  version: number;
  user: Person;
}

/** What is the same for every reader. */
export function entryFacts(entry: EntryRow, projectId: number): TimeEntryFacts {
  return {
    id: entry.id,
    task_id: entry.taskId,
    project_id: projectId,
    user: entry.user,
    date: entry.date,
    ...lengthOf(entry.minutes),
    note: entry.note,
    version: entry.version,
  };
}

export const lengthOf = (minutes: number) => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });

export const presentEntry = (entry: EntryRow, projectId: number, edit: boolean): TimeEntry => ({
  ...entryFacts(entry, projectId),
  can: { edit },
});
