import type { Actor as Person } from "../../../shared/kernel/events";
import type { TimeEntry, TimeEntryFacts } from "../../../shared/work/time/time.contract";

export interface EntryRow {
  id: number;
  taskId: number;
  /** Day as `YYYY-MM-DD`. */
  date: string;
  minutes: number;
  note: string | null;
  version: number;
  user: Person;
}

export function timeEntryEventData(entry: EntryRow, projectId: number): TimeEntryFacts {
  return {
    id: entry.id,
    task_id: entry.taskId,
    project_id: projectId,
    user: entry.user,
    date: entry.date,
    ...durationOf(entry.minutes),
    note: entry.note,
    version: entry.version,
  };
}

export const durationOf = (minutes: number) => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });

export const presentEntry = (entry: EntryRow, projectId: number, edit: boolean): TimeEntry => ({
  ...timeEntryEventData(entry, projectId),
  can: { edit },
});
