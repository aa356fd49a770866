import ICAL from "ical.js";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type DayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import type { TimelineSpan } from "../../../shared/work/timeline/timeline.span.rules";
import { buildCalendarText, newCalendar } from "../../platform/calendar-text";

export interface TaskEntry {
  task: Pick<BoardTask, "id" | "key" | "title" | "version" | "progress">;
  span: TimelineSpan;
  changedAt: Date;
  description: string;
  url: string;
}

const dayValue = (day: DayNumber) => ICAL.Time.fromDateString(dayOfNumber(day));

/** Renders tasks as all-day events; DTEND is exclusive. The text stays identical for unchanged tasks, so that polling clients get a 304. */
export const taskCalendarText = (name: string, host: string, entries: readonly TaskEntry[]): Promise<string> =>
  buildCalendarText(newCalendar("Tasks", name), entries, (entry) => eventOf(entry, host));

function eventOf({ task, span, changedAt, description, url }: TaskEntry, host: string): ICAL.Component {
  const event = new ICAL.Component("vevent");
  const changeTime = ICAL.Time.fromJSDate(changedAt, true);
  event.addPropertyWithValue("uid", `task-${task.id}@${host}`);
  event.addPropertyWithValue("dtstamp", changeTime);
  event.addPropertyWithValue("last-modified", changeTime);
  event.addPropertyWithValue("sequence", task.version);
  event.addPropertyWithValue("dtstart", dayValue(span.from));
  event.addPropertyWithValue("dtend", dayValue(span.to + 1));
  event.addPropertyWithValue("summary", `${task.progress >= 100 ? "✓ " : ""}${task.key} ${task.title}`);
  event.addPropertyWithValue("description", description);
  event.addPropertyWithValue("url", url);
  // A due task doesn't make the user busy on that day.
  event.addPropertyWithValue("transp", "TRANSPARENT");
  event.addPropertyWithValue("class", "PRIVATE");
  return event;
}
