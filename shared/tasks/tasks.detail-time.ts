import type { EventOf } from "../kernel/events";
import type { TimeEntry } from "../time/time.contract";
import type { TimeEntryEvents } from "../time/time.events";
import type { TaskDetail } from "./task-detail.contract";
import type { Reader } from "./tasks.detail";

/** The panel after time was written down; the same panel when that was on another task. */
export function applyTimeEntry(detail: TaskDetail, event: EventOf<TimeEntryEvents>, reader: Reader): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  const { id, spent_minutes } = event.data;
  const others = detail.time_entries.filter((entry) => entry.id !== id);
  if (event.type === "time_entry.deleted") return { ...detail, spent_minutes, time_entries: others };
  const { task_id, project_id, user, date, hours, minutes, note, version } = event.data;
  // What was just written lies in an open week.
  const can = { edit: user.id === reader.id && detail.can.log };
  const now: TimeEntry = { id, task_id, project_id, user, date, hours, minutes, note, version, can };
  const time_entries = [...others, now].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id));
  return { ...detail, spent_minutes, time_entries };
}
