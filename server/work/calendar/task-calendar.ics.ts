import ICAL from "ical.js";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type DayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import type { TimelineSpan } from "../../../shared/work/timeline/timeline.span.rules";
import { buildCalendarText, newCalendar } from "../../platform/calendar-text";

export interface TaskEntry {
  task: Pick<BoardTask, "id" | "key" | "title" | "version" | "progress">;
  span: TimelineSpan;
  changedAt: Date;
  description: string;
  url: string;
}

/** A task that a series will create. */
export interface ComingTaskEntry {
  occurrence: Pick<ComingDate, "series_id" | "day" | "title" | "version">;
  span: TimelineSpan;
  changedAt: Date;
  description: string;
  url: string | null;
}

const dayValue = (day: DayNumber) => ICAL.Time.fromDateString(dayOfNumber(day));

/** Renders tasks as all-day events; DTEND is exclusive. The text stays identical for unchanged tasks, so that polling clients get a 304. */
export const taskCalendarText = (
  name: string,
  host: string,
  entries: readonly (TaskEntry | ComingTaskEntry)[],
): Promise<string> =>
  buildCalendarText(newCalendar("Tasks", name), entries, (entry) =>
    "task" in entry ? eventOfTask(entry, host) : eventOfOccurrence(entry, host),
  );

function eventOfTask({ task, ...entry }: TaskEntry, host: string): ICAL.Component {
  const event = newEvent(`task-${task.id}@${host}`, task.version, entry);
  event.addPropertyWithValue("last-modified", ICAL.Time.fromJSDate(entry.changedAt, true));
  event.addPropertyWithValue("summary", `${task.progress >= 100 ? "✓ " : ""}${task.key} ${task.title}`);
  return event;
}

/** Identified by the series and the day of its rule, so that a date that moves or changes stays the same entry. */
function eventOfOccurrence({ occurrence, ...entry }: ComingTaskEntry, host: string): ICAL.Component {
  const { series_id: seriesId, day, title, version } = occurrence;
  const event = newEvent(`task-series-${seriesId}-${day}@${host}`, version, entry);
  event.addPropertyWithValue("summary", `↻ ${title}`);
  event.addPropertyWithValue("status", "TENTATIVE");
  return event;
}

function newEvent(
  uid: string,
  version: number,
  { span, changedAt, description, url }: Omit<ComingTaskEntry, "occurrence">,
): ICAL.Component {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", uid);
  event.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(changedAt, true));
  event.addPropertyWithValue("sequence", version);
  event.addPropertyWithValue("dtstart", dayValue(span.from));
  event.addPropertyWithValue("dtend", dayValue(span.to + 1));
  event.addPropertyWithValue("description", description);
  if (url !== null) event.addPropertyWithValue("url", url);
  // A due task doesn't make the user busy on that day.
  event.addPropertyWithValue("transp", "TRANSPARENT");
  event.addPropertyWithValue("class", "PRIVATE");
  return event;
}
